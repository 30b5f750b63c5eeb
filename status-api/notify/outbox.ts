import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { AfterAttempt } from "./attempt.ts";
import { readMembers } from "#monitor/store/status-events.ts";
import { tryLock } from "#monitor/store/try-lock.ts";
import { markNotified, readUnnotifiedUpdates } from "#monitor/store/unnotified-updates.ts";
import { DELIVERY_LIMITS } from "./sending/limits.ts";
import { channelNamed, channelNames, channelsThat, isChannelName } from "./channels/channels.ts";
import {
  confirmSubscription,
  endSubscription,
  type Subscriber,
  subscriberOf,
} from "./subscriber-store.ts";

export interface DueMessage {
  readonly id: number;
  /** A channel or a host; messages of one lane share a limit of concurrent attempts, which other lanes do not affect. */
  readonly lane: string;
}

/** A message leased to this process: no other process tries it before the lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly subscriber: Subscriber;
  readonly queuedAtMs: number;
  readonly attempts: number;
  /** The ids of the updates that it is about, in the order of their writing; empty for the answer to a sign-up. */
  readonly updateIds: readonly string[];
}

/** Channels whose messages wait for further updates. */
const gathering = channelsThat(({ gathersUpdates }) => gathersUpdates);

/** The key of the advisory lock; nothing else in this database uses it. */
const FILL_LOCK = 6_271_034;

const UPDATES_AT_ONCE = 50;

/**
 * Queues updates that nobody was notified of, and that will not be amended any more, for all subscribers whom they concern,
 * once and in order.
 *
 * Returns the number of those updates; 0 also while another process does the same.
 */
export function fillOutbox(db: Database, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One process at a time, so that updates are queued in their order.
    if (!(await tryLock(tx, FILL_LOCK))) return 0;
    const updates = await readUnnotifiedUpdates(tx, UPDATES_AT_ONCE, nowMs);
    for (const { id, statusEventId } of updates) {
      const members = (await readMembers(tx, [statusEventId])).get(statusEventId) ?? [];
      await queue(tx, id, statusEventId, members, nowMs);
      await markNotified(tx, id, nowMs);
    }
    return updates.length;
  });
}

async function queue(
  tx: DatabaseTransaction,
  updateId: string,
  statusEventId: string,
  components: readonly { readonly id: string }[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const gathered = new Date(nowMs + DELIVERY_LIMITS.gatherMs);
  const componentIds = components.map(({ id }) => id);
  // An incident without components concerns everybody.
  const concernsAll = (who: "s" | "whole") =>
    componentIds.length === 0
      ? sql`${sql.ref(`${who}.incident_id`)} is null`
      : sql`(${sql.ref(`${who}.incident_id`)} is null and (${sql.ref(`${who}.components`)} is null
          or ${sql.ref(`${who}.components`)} ?| array[${sql.join(componentIds)}]::text[]))`;
  // A subscriber to everything is notified once, not once more for this incident.
  const concernsOne = sql`(s.incident_id = ${statusEventId} and not exists (
    select from subscribers whole
    where whole.channel = s.channel and whole.address = s.address
      and whole.confirmed_at is not null and whole.ended_at is null and ${concernsAll("whole")}))`;
  await sql`
    insert into outbox (subscriber_id, incident_update_id, queued_at, due_at)
    select s.id, ${updateId}, ${now}::timestamptz,
      case when s.channel in (${sql.join(gathering)}) then ${gathered}::timestamptz else ${now}::timestamptz end
    from subscribers s
    where s.confirmed_at is not null and s.ended_at is null
      and (${concernsAll("s")} or ${concernsOne})
    order by s.id
    on conflict do nothing`.execute(tx);
}

/** The channels that are one lane each, since all of their messages take the same way; of the others, each host is a lane. */
const laneChannels = channelsThat(({ atOnce }) => atOnce !== undefined);

export function roomOfLane(lane: string): number {
  return (
    (isChannelName(lane) ? channelNamed(lane).atOnce : undefined) ?? DELIVERY_LIMITS.atOncePerHost
  );
}

/** The maximum numbers of due messages that are listed, in total and of each lane, so that a busy lane hides no other. */
const LISTED = 500;
const LISTED_PER_LANE = 50;

/**
 * Returns due messages, the first of each lane before the second of any.
 *
 * A message waits for an earlier one about the same incident to the same subscriber, so that nobody reads of the end before the
 * beginning.
 */
export async function findDue(db: Database, nowMs: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select o.id, o.due_at,
        case when s.channel in (${sql.join(laneChannels)}) then s.channel
          else substring(s.address from '^[a-z]+://([^/?]+)') end as lane
      from outbox o
      join subscribers s on s.id = o.subscriber_id
      left join incident_updates u on u.id = o.incident_update_id
      where o.delivered_at is null and o.given_up_at is null and o.carried_by is null
        and s.channel in (${sql.join(channelNames)}) and o.due_at <= ${new Date(nowMs)}::timestamptz and s.ended_at is null
        and not exists (
          select from outbox e
          left join incident_updates eu on eu.id = e.incident_update_id
          where e.subscriber_id = o.subscriber_id and e.id < o.id
            and e.delivered_at is null and e.given_up_at is null
            and eu.incident_id is not distinct from u.incident_id)),
    placed as (
      select id, lane, due_at, row_number() over (partition by lane order by due_at, id) as place
      from due)
    select id, lane from placed
    where place <= ${LISTED_PER_LANE}
    order by place, due_at, id
    limit ${LISTED}`.execute(db);
  return rows;
}

/** Claims a message, or returns undefined when another process was faster. */
export function claim(
  db: Database,
  id: number,
  cipher: TextCipher | undefined,
  nowMs: number,
): Promise<ClaimedMessage | undefined> {
  return db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable("outbox")
      .set({
        due_at: new Date(nowMs + DELIVERY_LIMITS.leaseMs),
        attempts: sql`attempts + 1`,
      })
      .where("id", "=", (where) =>
        where
          .selectFrom("outbox as free")
          .select("free.id")
          .where("free.id", "=", id)
          .where("free.delivered_at", "is", null)
          .where("free.given_up_at", "is", null)
          .where("free.due_at", "<=", new Date(nowMs))
          .forUpdate()
          .skipLocked(),
      )
      .returning(["subscriber_id", "incident_update_id", "queued_at", "attempts"])
      .executeTakeFirst();
    if (claimed === undefined) return undefined;
    const subscriber = await tx
      .selectFrom("subscribers")
      .selectAll()
      .where("id", "=", claimed.subscriber_id)
      .executeTakeFirstOrThrow();
    const first = claimed.incident_update_id;
    // Once tried, a message does not change: a retry has to be the same.
    if (
      first !== null &&
      claimed.attempts === 1 &&
      channelNamed(subscriber.channel).gathersUpdates
    ) {
      await carry(tx, id, first, subscriber.id);
    }
    const carried = await tx
      .selectFrom("outbox")
      .select("incident_update_id")
      .where("carried_by", "=", id)
      .orderBy("id")
      .execute();
    return {
      id,
      subscriber: subscriberOf(subscriber, cipher),
      queuedAtMs: claimed.queued_at.getTime(),
      attempts: claimed.attempts,
      updateIds: [first, ...carried.map((row) => row.incident_update_id)].filter(
        (updateId) => updateId !== null,
      ),
    };
  });
}

/** Makes a message carry the subscriber's other waiting messages about the same incident. */
async function carry(
  tx: DatabaseTransaction,
  id: number,
  updateId: string,
  subscriberId: string,
): Promise<void> {
  await sql`
    update outbox set carried_by = ${id}
    where subscriber_id = ${subscriberId} and id > ${id} and attempts = 0
      and delivered_at is null and given_up_at is null
      and incident_update_id in (
        select other.id from incident_updates other
        join incident_updates mine on mine.incident_id = other.incident_id
        where mine.id = ${updateId})`.execute(tx);
}

/** Writes the outcome of an attempt; nothing when the lease has ended and another process has the message. */
export function settle(
  db: Database,
  message: ClaimedMessage,
  after: AfterAttempt,
  error: string | null,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  return db.transaction().execute(async (tx) => {
    const isOurs = await tx
      .updateTable("outbox")
      .set({
        last_error: error,
        ...(after.kind === "retry" ? { due_at: new Date(after.dueAtMs) } : {}),
      })
      .where("id", "=", message.id)
      .where("attempts", "=", message.attempts)
      .executeTakeFirstOrThrow();
    if (isOurs.numUpdatedRows === 0n) return;
    if (after.kind !== "retry") {
      await tx
        .updateTable("outbox")
        .set(after.kind === "done" ? { delivered_at: now } : { given_up_at: now })
        .where((where) =>
          where.or([where("id", "=", message.id), where("carried_by", "=", message.id)]),
        )
        .execute();
    }
    await noteSubscriber(tx, message, after, now);
    if (after.kind === "give_up" && after.ends !== null) {
      await endSubscription(tx, message.subscriber.id, after.ends, nowMs);
    }
  });
}

/**
 * Confirms the subscription of an endpoint that accepted its first message, and records since when deliveries to a subscriber
 * fail.
 */
async function noteSubscriber(
  tx: DatabaseTransaction,
  { subscriber, updateIds }: ClaimedMessage,
  after: AfterAttempt,
  now: Date,
): Promise<void> {
  const isDone = after.kind === "done";
  const isAnswer = updateIds.length === 0;
  if (isDone && isAnswer && channelNamed(subscriber.channel).confirmedBy === "delivery") {
    await confirmSubscription(tx, subscriber.id, now.getTime());
  }
  const failingSinceMs = isDone ? null : after.failingSinceMs;
  if (isDone || failingSinceMs !== null) {
    await tx
      .updateTable("subscribers")
      .set({ failing_since: failingSinceMs === null ? null : new Date(failingSinceMs) })
      .where("id", "=", subscriber.id)
      .where("failing_since", isDone ? "is not" : "is", null)
      .execute();
  }
}

/** Releases a message, so that another process tries it at once. */
export async function release(db: Database, message: ClaimedMessage, nowMs: number): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ due_at: new Date(nowMs) })
    .where("id", "=", message.id)
    .where("attempts", "=", message.attempts)
    .where("delivered_at", "is", null)
    .execute();
}

/** Reads the number of undelivered messages, and when the oldest of them was queued. */
export async function readBacklog(
  db: Database,
): Promise<{ readonly pending: number; readonly oldestQueuedAtMs: number | null }> {
  const row = await db
    .selectFrom("outbox")
    .select((select) => [
      select.fn.countAll<number>().as("pending"),
      select.fn.min("queued_at").as("oldest"),
    ])
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirstOrThrow();
  return { pending: row.pending, oldestQueuedAtMs: row.oldest?.getTime() ?? null };
}

/** Returns whether the subscriber has no earlier message about this incident, sent or being sent. */
export async function isFirstOfIncident(db: Database, message: ClaimedMessage): Promise<boolean> {
  const earlier = await db
    .selectFrom("outbox as e")
    .innerJoin("incident_updates as eu", "eu.id", "e.incident_update_id")
    .innerJoin("incident_updates as mine", "mine.incident_id", "eu.incident_id")
    .select("e.id")
    .where("e.subscriber_id", "=", message.subscriber.id)
    .where("e.id", "<", message.id)
    .where("mine.id", "in", message.updateIds)
    .executeTakeFirst();
  return earlier === undefined;
}
