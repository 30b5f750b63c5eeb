import type { Database } from "#migrations/status/schema.ts";
import { SEALED, type TextCipher } from "../domain/text-cipher.ts";

/** A shared secret that this program has no key for. */
export class SealedSecret extends Error {}

/**
 * Returns the named secret that all status APIs on a database share: the `made` of the first caller. Throws SealedSecret where
 * it is encrypted and the cipher cannot read it.
 */
export async function sharedSecret(
  db: Database,
  name: string,
  made: string,
  cipher: TextCipher | undefined,
): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name, value: made })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value, is_sealed } = await db
    .selectFrom("secrets")
    .select(["value", "is_sealed"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  if (!is_sealed) return value;
  const opened = cipher?.decrypt(value, purposeOf(name));
  if (opened === undefined) throw new SealedSecret(`${name} in the database is ${SEALED}`);
  return opened.text;
}

/** Encrypts all shared secrets that are readable or encrypted with a former key; returns how many cannot be read. */
export async function sealSharedSecrets(db: Database, cipher: TextCipher): Promise<number> {
  let unreadable = 0;
  const rows = await db.selectFrom("secrets").selectAll().execute();
  for (const { name, value, is_sealed } of rows) {
    const secret = is_sealed
      ? cipher.decrypt(value, purposeOf(name))
      : { text: value, isCurrent: false };
    if (secret === undefined) unreadable += 1;
    if (secret === undefined || secret.isCurrent) continue;
    await db
      .updateTable("secrets")
      .set({ value: cipher.encrypt(secret.text, purposeOf(name)), is_sealed: true })
      .where("name", "=", name)
      .where("value", "=", value)
      .execute();
  }
  return unreadable;
}

function purposeOf(name: string): string {
  return `the shared secret ${name}`;
}
