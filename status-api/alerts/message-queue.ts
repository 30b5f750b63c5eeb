import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AfterAttempt } from "../notify/attempt.ts";
import type { SendResult } from "../notify/sending/send-result.ts";

export interface DueAlertMessage {
  readonly id: number;
  readonly receiver: string;
}

/** A message that this process has to try, and nobody else before its lease is over. */
export interface ClaimedAlertMessage extends DueAlertMessage {
  readonly alertId: string | null;
  readonly kind: AlertMessageKind;
  readonly number: number;
  readonly queuedAtMs: number;
  readonly attempts: number;
  /** Whether the receiver may have it already: an attempt before this one has no outcome. */
  readonly mayHaveArrived: boolean;
}

/**
 * How long a message that is on its way is left to its process. While the process lives it asks for more, so that those of one
 * that was killed are sent again within seconds.
 */
export const LEASE_MS = 6_000;

const listed = 200;
const listedPerReceiver = 20;

/** Lists messages that are due; one that follows another of the same alert and receiver waits for it. */
export async function findDueAlertMessages(
  db: Database,
  nowMs: number,
): Promise<DueAlertMessage[]> {
  const { rows } = await sql<DueAlertMessage>`
    with due as (
      select m.id, m.receiver, row_number() over (partition by m.receiver order by m.id) as place
      from alert_messages m
      where m.delivered_at is null and m.given_up_at is null
        and m.due_at <= ${new Date(nowMs)}::timestamptz
        and not exists (
          select from alert_messages e
          where e.alert_id = m.alert_id and e.receiver = m.receiver and e.id < m.id
            and e.delivered_at is null and e.given_up_at is null))
    select id, receiver from due where place <= ${listedPerReceiver}
    order by place, id limit ${listed}`.execute(db);
  return rows;
}

/** Claims a message and notes that it is on its way, or returns undefined when another process was faster. */
export async function claimAlertMessage(
  db: Database,
  id: number,
  nowMs: number,
): Promise<ClaimedAlertMessage | undefined> {
  const row = await db
    .updateTable("alert_messages")
    .set({
      due_at: new Date(nowMs + LEASE_MS),
      attempts: sql`attempts + 1`,
      // Nobody noted what came of the attempt before.
      may_have_arrived: sql`may_have_arrived or sending_since is not null`,
      sending_since: new Date(nowMs),
    })
    .where("id", "=", id)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
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
  return { id, alertId, ...rest, mayHaveArrived, queuedAtMs: queued_at.getTime() };
}

/** Keeps messages that are still on their way to their process. */
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

/** Writes what followed from an attempt; nothing when the lease was over and another process has the message. */
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
  await db
    .updateTable("alert_messages")
    .set({
      last_error: result.kind === "delivered" ? null : result.error,
      sending_since: null,
      ...(mayHaveArrived(result) && { may_have_arrived: true }),
      ...outcome,
    })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .execute();
}

/** Gives a message whose attempt was cut off back, to be tried at once by another process. */
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

/** Counts what waits, since when the oldest of it does, and the alerts that are open. */
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
