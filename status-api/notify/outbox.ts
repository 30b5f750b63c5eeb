import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { readMembers } from "#monitor/store/status-events.ts";
import { tryLock } from "#monitor/store/try-lock.ts";
import { markNotified, readUnnotifiedUpdates } from "#monitor/store/unnotified-updates.ts";
import type { AfterAttempt, ClaimedMessage, LeasedMessage } from "../delivery/attempt.ts";
import type { DueMessage } from "../delivery/courier.ts";
import { DELIVERY_LIMITS } from "../delivery/limits.ts";
import { channelNamed, channelNames, channelsThat, isChannelName } from "./channels/channels.ts";
import {
  confirmSubscription,
  endSubscription,
  type Subscriber,
  subscriberOf,
} from "./subscriber-store.ts";

/** A claimed message to a subscriber. */
export interface SubscriberMessage extends ClaimedMessage {
  readonly subscriber: Subscriber;
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

/** Reads a message that was just leased; it carries the subscriber's other waiting messages about the same incident. */
export async function claimMessage(
  tx: DatabaseTransaction,
  leased: LeasedMessage,
  cipher: TextCipher | undefined,
): Promise<SubscriberMessage> {
  const { id } = leased;
  const { incident_update_id: first, ...row } = await tx
    .selectFrom("outbox")
    .innerJoin("subscribers", "subscribers.id", "outbox.subscriber_id")
    .selectAll("subscribers")
    .select("outbox.incident_update_id")
    .where("outbox.id", "=", id)
    .executeTakeFirstOrThrow();
  const subscriber = subscriberOf(row, cipher);
  const channel = channelNamed(subscriber.channel);
  // Once tried, a message does not change: a retry has to be the same.
  if (first !== null && leased.attempts === 1 && channel.gathersUpdates) {
    await carry(tx, id, first, subscriber.id);
  }
  const carried = await tx
    .selectFrom("outbox")
    .select("incident_update_id")
    .where("carried_by", "=", id)
    .orderBy("id")
    .execute();
  const updateIds = [first, ...carried.map((one) => one.incident_update_id)].filter(
    (updateId) => updateId !== null,
  );
  return {
    ...leased,
    subscriber,
    updateIds,
    failingSinceMs: subscriber.failingSinceMs,
    tryForMs:
      updateIds.length === 0 && channel.confirmedBy === "delivery"
        ? DELIVERY_LIMITS.askEndpointForMs
        : DELIVERY_LIMITS.giveUpAfterMs,
  };
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

/**
 * Confirms the subscription of an endpoint that accepted its first message, records since when deliveries to a subscriber fail,
 * and ends the subscription of one that cannot be reached or wants nothing more.
 */
export async function noteSubscriber(
  tx: DatabaseTransaction,
  { subscriber, updateIds }: SubscriberMessage,
  after: AfterAttempt,
  nowMs: number,
): Promise<void> {
  if (after.kind === "release") return;
  const isDone = after.kind === "done";
  const isAnswer = updateIds.length === 0;
  if (isDone && isAnswer && channelNamed(subscriber.channel).confirmedBy === "delivery") {
    await confirmSubscription(tx, subscriber.id, nowMs);
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
  if (after.kind === "give_up" && after.ends !== null) {
    await endSubscription(tx, subscriber.id, after.ends, nowMs);
  }
}

/** Returns whether the subscriber has no earlier message about this incident, sent or being sent. */
export async function isFirstOfIncident(
  db: Database,
  message: SubscriberMessage,
): Promise<boolean> {
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
