import { DAY_MS, MINUTE_MS } from "#units/time.ts";
import { type Language, languageOf } from "#web-kit/language/languages.ts";
import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { statusEventsOverBefore } from "#monitor/store/incident-history.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { newId } from "#monitor/store/new-id.ts";
import { digest, openSubscriber, sealedAddress } from "#monitor/store/sealed-subscriber.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { SubscriberTable } from "#migrations/status/subscriber-tables.ts";
import type { Recipient } from "./channels/channel.ts";
import { type ChannelName, channels } from "./channels/channels.ts";

/** The limits of sign-ups, and how long their data is kept. */
export const SIGN_UP_LIMITS = {
  /** A confirmation goes to one address at most once in this time. */
  repeatMs: 10 * MINUTE_MS,
  /** Sign-ups from one client's address, counted by each process. */
  perClient: 10,
  perClientMs: 10 * MINUTE_MS,
  bodyBytes: 16_384,
  addressCharacters: 2_000,
  unconfirmedKeptMs: 7 * DAY_MS,
  endedKeptMs: 30 * DAY_MS,
  deliveredKeptMs: 90 * DAY_MS,
} as const;

export interface SignUp {
  readonly channel: ChannelName;
  /** In the form in which addresses are stored. */
  readonly address: string;
  readonly language: Language;
  /** Ids; null for all. */
  readonly components: readonly string[] | null;
  /** Id of the one incident or maintenance subscribed to; null for all. */
  readonly incidentId: string | null;
}

/** A subscription as it is stored. */
export interface Subscriber extends Omit<Recipient, "links"> {
  readonly channel: string;
  /** The secret in the URLs of its pages. */
  readonly token: string;
  readonly hasEnded: boolean;
  /** When deliveries to the subscriber began to fail; null while they succeed. */
  readonly failingSinceMs: number | null;
  /** Its secrets are encrypted and could not be read, so that nothing can be sent to it. */
  readonly isSealed?: true;
}

const TOKEN_BYTES = 24;
const SECRET_BYTES = 24;

/**
 * Stores a sign-up and queues the message that answers it. A known address keeps its subscription, and within the repeat
 * interval nothing is queued; the caller does not learn which of these happened.
 */
export async function signUp(db: Database, wish: SignUp, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const channel = channels[wish.channel];
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom("subscribers")
      .select("address")
      .where("channel", "=", wish.channel)
      .where("address", "=", sealedAddress(wish.address))
      .where(sql<boolean>`incident_id is not distinct from ${wish.incidentId}::text`)
      .where("ended_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const made = await tx
      .insertInto("subscribers")
      .values({
        id: newId(),
        channel: wish.channel,
        // The spelling of a subscription that there is, which keeps it then.
        address: known?.address ?? wish.address,
        language: wish.language,
        components: componentsColumn(wish.components),
        incident_id: wish.incidentId,
        token: randomBytes(TOKEN_BYTES).toString("base64url"),
        signing_secret: channel.isSigned
          ? `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`
          : null,
        created_at: now,
      })
      // Until it is confirmed, the newest sign-up counts.
      .onConflict((conflict) =>
        conflict
          .expression(sql`channel, address, coalesce(incident_id, '')`)
          .where("ended_at", "is", null)
          .doUpdateSet({
            language: unlessConfirmed<Language>("language"),
            components: unlessConfirmed<string | null>("components"),
          }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    const requestedLately = await tx
      .selectFrom("outbox")
      .innerJoin("subscribers", "subscribers.id", "outbox.subscriber_id")
      .select("outbox.id")
      .where("subscribers.channel", "=", wish.channel)
      .where("subscribers.address", "in", [wish.address, sealedAddress(wish.address)])
      // Nothing is sent again soon to an endpoint that refused, but it is to a person who unsubscribed and comes back.
      .$if(channel.confirmedBy === "link", (query) => query.where("subscribers.id", "=", made.id))
      .where("incident_update_id", "is", null)
      .where("queued_at", ">", new Date(nowMs - SIGN_UP_LIMITS.repeatMs))
      .executeTakeFirst();
    if (requestedLately !== undefined) return;
    await tx
      .insertInto("outbox")
      .values({ subscriber_id: made.id, queued_at: now, due_at: now })
      .execute();
  });
}

/** Returns the subscriber with `token`, also one that has ended. */
export async function findSubscriber(
  db: Database,
  token: string,
  cipher: TextCipher | undefined,
): Promise<Subscriber | undefined> {
  const row = await db
    .selectFrom("subscribers")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("token", "=", digest(token)),
        // The digest itself opens nothing.
        eb.and([eb("token", "=", token), eb("sealed", "is", null)]),
      ]),
    )
    .executeTakeFirst();
  return row && { ...subscriberOf(row, cipher), token };
}

export function subscriberOf(
  row: Selectable<SubscriberTable>,
  cipher: TextCipher | undefined,
): Subscriber {
  const secrets = openSubscriber(row, cipher);
  const { address, token, signing_secret } = secrets ?? row;
  return {
    id: row.id,
    channel: row.channel,
    address,
    language: languageOf(row.language),
    components: row.components,
    incidentId: row.incident_id,
    token,
    signingSecret: signing_secret,
    isConfirmed: row.confirmed_at !== null,
    hasEnded: row.ended_at !== null,
    failingSinceMs: row.failing_since?.getTime() ?? null,
    ...(secrets === undefined && { isSealed: true }),
  };
}

/** Confirms a subscription; doing it again changes nothing. */
export async function confirmSubscription(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable("subscribers")
    .set({ confirmed_at: new Date(nowMs) })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .execute();
}

/** Changes the language and the components of a subscription from the next update on. */
export async function changeSubscription(
  db: Database,
  id: string,
  wish: Pick<SignUp, "language" | "components">,
): Promise<void> {
  await db
    .updateTable("subscribers")
    .set({ language: wish.language, components: componentsColumn(wish.components) })
    .where("id", "=", id)
    .execute();
}

/** Ends a subscription and gives up its waiting messages; doing it again changes nothing. */
export async function endSubscription(
  db: Database,
  id: string,
  why: "unsubscribed" | "undeliverable" | "removed",
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await db
    .updateTable("subscribers")
    .set({ ended_at: now, ended_why: why })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await db
    .updateTable("outbox")
    .set({ given_up_at: now })
    .where("subscriber_id", "=", id)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .execute();
}

/**
 * Deletes subscriptions that were not confirmed in time, that ended long ago or whose one incident did, and deliveries so old
 * that no update repeats them.
 */
export async function forgetWhatIsOver(db: Database, nowMs: number): Promise<void> {
  const before = (keptMs: number): Date => new Date(nowMs - keptMs);
  await db
    .deleteFrom("subscribers")
    .where((where) =>
      where.or([
        where.and([
          where("confirmed_at", "is", null),
          where("created_at", "<", before(SIGN_UP_LIMITS.unconfirmedKeptMs)),
        ]),
        where("ended_at", "<", before(SIGN_UP_LIMITS.endedKeptMs)),
        where("incident_id", "in", statusEventsOverBefore(db, before(SIGN_UP_LIMITS.endedKeptMs))),
      ]),
    )
    .execute();
  await db
    .deleteFrom("outbox")
    .where("queued_at", "<", before(SIGN_UP_LIMITS.deliveredKeptMs))
    .execute();
}

function componentsColumn(components: readonly string[] | null): string | null {
  return components === null ? null : JSON.stringify(components);
}

/** In an upsert: the new value while the subscription is not confirmed, else the old one. */
function unlessConfirmed<Value>(column: "language" | "components") {
  return sql<Value>`case when subscribers.confirmed_at is null
    then excluded.${sql.ref(column)} else subscribers.${sql.ref(column)} end`;
}
