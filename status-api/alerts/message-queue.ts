import { MINUTE_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import { UNDECIDED_MS } from "#monitor/alerts/threads.ts";
import type { AfterAttempt } from "../notify/attempt.ts";
import type { SendResult } from "../notify/sending/send-result.ts";

export interface DueAlertMessage {
  readonly id: number;
  readonly receiver: string;
}

/** A message leased to this process: no other process tries it before the lease ends. */
export interface ClaimedAlertMessage extends DueAlertMessage {
  readonly alertId: string | null;
  readonly kind: AlertMessageKind;
  readonly number: number;
  readonly queuedAtMs: number;
  readonly attempts: number;
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

/**
 * The lease of a message that is being sent, in ms. A live process renews it, so that the messages of a killed one are sent
 * again within seconds.
 */
export const LEASE_MS = 6_000;

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

/**
 * Returns due messages; a message waits for an earlier one of the same alert and receiver.
 *
 * Receivers in `threaded` get the messages of one thread together: one of them carries the others, none is listed while one is
 * being sent, and those that may be combined with later ones wait for a while.
 */
export async function findDueAlertMessages(
  db: Database,
  threaded: readonly string[],
  nowMs: number,
): Promise<DueAlertMessage[]> {
  const at = (beforeMs: number) => sql`${new Date(nowMs - beforeMs)}::timestamptz`;
  const { rows } = await sql<DueAlertMessage>`
    with waiting as (
      select m.*, coalesce(a.thread, a.id) as thread, a.severity,
        m.receiver = any(${sql.val([...threaded])}::text[]) and a.id is not null as is_threaded,
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
    select id, receiver from due where place <= ${LISTED_PER_RECEIVER}
    order by place, id limit ${LISTED}`.execute(db);
  return rows;
}

/**
 * Claims a message and marks it as being sent; returns undefined when another process was faster. For a receiver in `threaded`
 * it carries the waiting messages of the same thread.
 */
export async function claimAlertMessage(
  db: Database,
  id: number,
  threaded: readonly string[],
  nowMs: number,
): Promise<ClaimedAlertMessage | undefined> {
  return db.transaction().execute(async (tx) => {
    const claimed = await claim(tx, id, nowMs);
    if (claimed === undefined) return undefined;
    const { alertId, receiver } = claimed;
    if (alertId === null || !threaded.includes(receiver)) return claimed;
    return { ...claimed, carried: await carry(tx, id, alertId, receiver) };
  });
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

async function claim(
  db: Database,
  id: number,
  nowMs: number,
): Promise<ClaimedAlertMessage | undefined> {
  const row = await db
    .updateTable("alert_messages")
    .set({
      due_at: new Date(nowMs + LEASE_MS),
      attempts: sql`attempts + 1`,
      // The outcome of the previous attempt was never written.
      may_have_arrived: sql`may_have_arrived or sending_since is not null`,
      sending_since: new Date(nowMs),
    })
    .where("id", "=", id)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .where("carried_by", "is", null)
    .where("due_at", "<=", new Date(nowMs))
    .returning([
      "alert_id",
      "receiver",
      "kind",
      "number",
      "queued_at",
      "attempts",
      "may_have_arrived",
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { alert_id: alertId, queued_at, may_have_arrived: mayHaveArrived, ...rest } = row;
  const queuedAtMs = queued_at.getTime();
  return { id, alertId, ...rest, mayHaveArrived, queuedAtMs, carried: [] };
}

/** Extends the leases of messages that are still being sent. */
export async function renewLeases(
  db: Database,
  messages: readonly ClaimedAlertMessage[],
  nowMs: number,
): Promise<void> {
  if (messages.length === 0) return;
  await db
    .updateTable("alert_messages")
    .set({ due_at: new Date(nowMs + LEASE_MS) })
    .where("sending_since", "is not", null)
    .where((is) =>
      is.or(
        messages.map(({ id, attempts }) =>
          is.and([is("id", "=", id), is("attempts", "=", attempts)]),
        ),
      ),
    )
    .execute();
}

/**
 * Writes the outcome of an attempt, also for the messages carried; nothing when the lease has ended and another process has the
 * message.
 */
export async function settleAlertMessage(
  db: Database,
  { id, attempts }: ClaimedAlertMessage,
  after: AfterAttempt,
  result: SendResult,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const outcome = {
    done: { delivered_at: now },
    retry: { due_at: new Date(after.kind === "retry" ? after.dueAtMs : nowMs) },
    give_up: { given_up_at: now },
  }[after.kind];
  await db.transaction().execute(async (tx) => {
    const settled = await tx
      .updateTable("alert_messages")
      .set({
        last_error: result.kind === "delivered" ? null : result.error,
        sending_since: null,
        ...(mayHaveArrived(result) && { may_have_arrived: true }),
        ...outcome,
      })
      .where("id", "=", id)
      .where("attempts", "=", attempts)
      .returning("id")
      .executeTakeFirst();
    if (settled === undefined || after.kind === "retry") return;
    await tx.updateTable("alert_messages").set(outcome).where("carried_by", "=", id).execute();
  });
}

/** Releases a message whose attempt was cut off, so that another process tries it at once. */
export async function releaseAlertMessage(
  db: Database,
  { id, attempts }: ClaimedAlertMessage,
  result: SendResult,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("alert_messages")
    .set({
      due_at: new Date(nowMs),
      sending_since: null,
      ...(mayHaveArrived(result) && { may_have_arrived: true }),
    })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("delivered_at", "is", null)
    .execute();
}

function mayHaveArrived(result: SendResult): boolean {
  return result.kind === "failed" && result.mayHaveArrived === true;
}

/** Reads the number of waiting messages, when the oldest of them was queued, and the number of open alerts. */
export async function readAlertBacklog(db: Database) {
  const waiting = await db
    .selectFrom("alert_messages")
    .select((select) => [
      select.fn.countAll<number>().as("pending"),
      select.fn.min("queued_at").as("oldest"),
    ])
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom("alerts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("resolved_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    pending: waiting.pending,
    oldestQueuedAtMs: waiting.oldest?.getTime() ?? null,
    open: open.count,
  };
}
