import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "../domain/text-cipher.ts";
import { openSubscriber, sealSubscriber } from "./sealed-subscriber.ts";
import { sealSharedSecrets } from "./shared-secret.ts";

const AT_ONCE = 500;

/**
 * Encrypts the secrets in the database that are readable, and with `isAnew` those that a former key encrypted too. Returns how
 * many cannot be read, as they were encrypted with a key that is gone.
 *
 * Probers do this and status APIs only read, since these are restarted first: so no status API of before, which cannot read
 * them, still runs.
 */
export async function sealSecrets(
  db: Database,
  cipher: TextCipher,
  isAnew: boolean,
): Promise<number> {
  return (await sealSharedSecrets(db, cipher)) + (await sealSubscribers(db, cipher, isAnew));
}

async function sealSubscribers(db: Database, cipher: TextCipher, isAnew: boolean): Promise<number> {
  let unreadable = 0;
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("subscribers")
      .select(["id", "address", "token", "signing_secret", "sealed"])
      .where("id", ">", after)
      .$if(!isAnew, (query) => query.where("sealed", "is", null))
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      const secrets = openSubscriber(row, cipher);
      if (secrets === undefined) unreadable += 1;
      else if (!secrets.isCurrent) await store(db, row, sealSubscriber(row.id, secrets, cipher));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return unreadable;
    after = last.id;
  }
}

function store(
  db: Database,
  { id, sealed }: { readonly id: string; readonly sealed: string | null },
  columns: ReturnType<typeof sealSubscriber>,
) {
  return (
    db
      .updateTable("subscribers as mine")
      .set(columns)
      .where("mine.id", "=", id)
      .where(sql<boolean>`mine.sealed is not distinct from ${sealed}::text`)
      // Two sign-ups with one address, in the moment in which the first was encrypted.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("subscribers as other")
              .select("other.id")
              .whereRef("other.id", "!=", "mine.id")
              .whereRef("other.channel", "=", "mine.channel")
              .where("other.address", "=", columns.address)
              .where(sql<boolean>`other.incident_id is not distinct from mine.incident_id`)
              .where("other.ended_at", "is", null)
              .where("mine.ended_at", "is", null),
          ),
        ),
      )
      .execute()
  );
}
