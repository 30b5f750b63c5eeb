import { MINUTE_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { UNDECIDED_MS } from "#monitor/alerts/threads.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { AfterAttempt, ClaimedMessage, LeasedMessage } from "../delivery/attempt.ts";
import type { DueMessage } from "../delivery/courier.ts";
import { DELIVERY_LIMITS } from "../delivery/limits.ts";
import { readBacklog } from "../delivery/message-table.ts";
import type { SendResult } from "../delivery/senders.ts";
import { queue } from "./alert-store.ts";
import { readAlertConfiguration } from "./configuration.ts";

/** A claimed message about an alert. */
export interface AlertQueueMessage extends ClaimedMessage {
  readonly alertId: string | null;
  readonly receiverId: string;
  /** Undefined when it is not in monitor.yaml any more. */
  readonly receiver: AlertReceiver | undefined;
  readonly kind: AlertMessageKind;
  readonly number: number;
  /** Whether the receiver may already have it: the outcome of an earlier attempt is unknown. */
  readonly mayHaveArrived: boolean;
  /** The other messages of its thread that are sent with it. */
  readonly carried: readonly AlertPart[];
}

/** The part of a message that is about one alert. */
export interface AlertPart {
  readonly alertId: string;
  readonly kind: AlertMessageKind;
  readonly number: number;
}

/** The longest wait between attempts; an alert must not wait for an hour because of a short failure. */
const MAX_RETRY_MS = 5 * MINUTE_MS;
const FALLBACK_AFTER_ATTEMPTS = 3;

const LISTED = 200;
const LISTED_PER_RECEIVER = 20;

/**
 * After a message, a thread holds back further alerts that begin for this long, times the number of its messages so far, up to
 * `MAX_SPACES`.
 */
const SPACED_MS = 60_000;
const MAX_SPACES = 2;
/**
 * While other alerts of its thread are open, the end of an alert is sent with the next message, but after this time at the
 * latest.
 */
const END_HELD_MS = 5 * MINUTE_MS;

/** Returns whether people read the messages of a receiver; the other receivers keep alerts apart and open themselves. */
function isThreaded({ channel }: AlertReceiver): boolean {
  // A channel that only a later version knows must not stop other receivers.
  return alertChannels[channel]?.keepsAlerts === false;
}

/**
 * Returns due messages; a message waits for an earlier one of the same alert and receiver.
 *
 * Receivers whose messages people read get the messages of one thread together: one of them carries the others, none is listed
 * while one is being sent, and those that may be combined with later ones wait for a while.
 */
export async function findDueAlertMessages(db: Database, nowMs: number): Promise<DueMessage[]> {
  const { receivers } = await readAlertConfiguration(db);
  const threaded = receivers.filter(isThreaded).map(({ id }) => id);
  const at = (beforeMs: number) => sql`${new Date(nowMs - beforeMs)}::timestamptz`;
  const { rows } = await sql<DueMessage>`
    with waiting as (
      select m.*, coalesce(a.thread, a.id) as thread, a.severity,
        m.receiver = any(${sql.val(threaded)}::text[]) and a.id is not null as is_threaded,
        a.thread is null and a.resolved_at is null and a.fired_at > ${at(UNDECIDED_MS)} as is_undecided
      from alert_messages m left join alerts a on a.id = m.alert_id
      where m.delivered_at is null and m.given_up_at is null and m.carried_by is null),
    told as (
      select m.receiver, coalesce(a.thread, a.id) as thread, m.delivered_at, a.severity
      from alert_messages m join alerts a on a.id = m.alert_id
      where m.delivered_at is not null and m.carried_by is null
        and coalesce(a.thread, a.id) in (select thread from waiting where is_threaded)),
    due as (
      select w.id, w.receiver, row_number() over (partition by w.receiver order by w.id) as place
      from waiting w
      where w.due_at <= ${at(0)}
        and not exists (
          select from waiting e
          where e.alert_id = w.alert_id and e.receiver = w.receiver and e.id < w.id
            and not w.is_threaded)
        and not (w.is_threaded and (
          w.is_undecided
          or exists (
            select from waiting e
            where e.thread = w.thread and e.receiver = w.receiver and e.id <> w.id
              and e.attempts > 0 and (w.attempts = 0 or e.id < w.id))
          or w.attempts = 0 and w.kind in ('resolve', 'withdraw') and w.queued_at > ${at(END_HELD_MS)}
            and exists (
              select from alerts o
              where coalesce(o.thread, o.id) = w.thread and o.resolved_at is null
                and exists (
                  select from alert_messages t
                  where t.alert_id = o.id and t.receiver = w.receiver))
          or w.attempts = 0 and w.kind = 'trigger' and exists (
            select from told t
            where t.thread = w.thread and t.receiver = w.receiver
              and (w.severity <> 'critical' or t.severity = 'critical')
            having max(t.delivered_at)
              > ${at(0)} - least(count(*), ${MAX_SPACES}) * make_interval(secs => ${SPACED_MS / 1000})))))
    select id, receiver as lane from due where place <= ${LISTED_PER_RECEIVER}
    order by place, id limit ${LISTED}`.execute(db);
  return rows;
}

/**
 * Reads a message that was just leased, and marks it as being sent; for a receiver whose messages people read it carries the
 * waiting messages of the same thread.
 */
export async function claimAlertMessage(
  tx: DatabaseTransaction,
  leased: LeasedMessage,
  cipher: TextCipher | undefined,
  nowMs: number,
): Promise<AlertQueueMessage> {
  const row = await tx
    .updateTable("alert_messages")
    .set({
      // The outcome of the previous attempt was never written.
      may_have_arrived: sql`may_have_arrived or sending_since is not null`,
      sending_since: new Date(nowMs),
    })
    .where("id", "=", leased.id)
    .returning(["alert_id", "receiver", "kind", "number", "may_have_arrived"])
    .executeTakeFirstOrThrow();
  const { alert_id: alertId, receiver: receiverId, kind, number } = row;
  const { receivers } = await readAlertConfiguration(tx, cipher);
  const receiver = receivers.find(({ id }) => id === receiverId);
  const isCarrying = alertId !== null && receiver !== undefined && isThreaded(receiver);
  return {
    ...leased,
    alertId,
    receiverId,
    receiver,
    kind,
    number,
    mayHaveArrived: row.may_have_arrived,
    carried: isCarrying ? await carry(tx, leased.id, alertId, receiverId) : [],
    failingSinceMs: null,
    tryForMs: DELIVERY_LIMITS.giveUpAfterMs,
    maxRetryMs: MAX_RETRY_MS,
  };
}

/** Makes a message carry the others of its thread to the same receiver; returns all that it carries. */
async function carry(
  db: Database,
  id: number,
  alertId: string,
  receiver: string,
): Promise<AlertPart[]> {
  const { rows } = await sql<{ alert_id: string; kind: AlertMessageKind; number: number }>`
    update alert_messages m set carried_by = ${id}
    from alerts a, alerts lead
    where lead.id = ${alertId} and a.id = m.alert_id
      and coalesce(a.thread, a.id) = coalesce(lead.thread, lead.id)
      and m.receiver = ${receiver} and m.id <> ${id}
      and m.delivered_at is null and m.given_up_at is null
      and (m.carried_by is null or m.carried_by = ${id})
      and m.sending_since is null
    returning m.alert_id, m.kind, m.number`.execute(db);
  return rows.map(({ alert_id, kind, number }) => ({ alertId: alert_id, kind, number }));
}

/**
 * Notes that a message is not being sent any more, and whether it may have arrived; queues it for the fallback receiver when it
 * could not be delivered for a while.
 */
export async function noteAlertAttempt(
  tx: DatabaseTransaction,
  message: AlertQueueMessage,
  after: AfterAttempt,
  result: SendResult,
  nowMs: number,
): Promise<void> {
  const { id, alertId, receiver, attempts, carried } = message;
  const mayHaveArrived = result.kind === "failed" && result.mayHaveArrived === true;
  await tx
    .updateTable("alert_messages")
    .set({ sending_since: null, ...(mayHaveArrived && { may_have_arrived: true }) })
    .where("id", "=", id)
    .execute();
  const fallback = receiver?.fallback ?? null;
  const isFallbackDue =
    after.kind === "give_up" || (after.kind === "retry" && attempts >= FALLBACK_AFTER_ATTEMPTS);
  if (!isFallbackDue || fallback === null || alertId === null) return;
  for (const undelivered of [message, ...carried]) await queue(tx, undelivered, [fallback], nowMs);
}

/** Reads the number of waiting messages, when the oldest of them was queued, and the number of open alerts. */
export async function readAlertBacklog(db: Database) {
  const open = await db
    .selectFrom("alerts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("resolved_at", "is", null)
    .executeTakeFirstOrThrow();
  return { ...(await readBacklog(db, "alert_messages")), open: open.count };
}
