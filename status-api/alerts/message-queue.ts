import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AfterAttempt } from "../notify/attempt.ts";
import { deliveryLimits } from "../notify/sending/limits.ts";

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
}

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

/** Claims a message, or returns undefined when another process was faster. */
export async function claimAlertMessage(
  db: Database,
  id: number,
  nowMs: number,
): Promise<ClaimedAlertMessage | undefined> {
  const row = await db
    .updateTable("alert_messages")
    .set({ due_at: new Date(nowMs + deliveryLimits.leaseMs), attempts: sql`attempts + 1` })
    .where("id", "=", id)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .where("due_at", "<=", new Date(nowMs))
    .returning(["alert_id", "receiver", "kind", "number", "queued_at", "attempts"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { alert_id: alertId, queued_at, ...rest } = row;
  return { id, alertId, ...rest, queuedAtMs: queued_at.getTime() };
}

/** Writes what followed from an attempt; nothing when the lease was over and another process has the message. */
export async function settleAlertMessage(
  db: Database,
  { id, attempts }: ClaimedAlertMessage,
  after: AfterAttempt,
  error: string | null,
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
    .set({ last_error: error, ...outcome })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .execute();
}

/** Gives a message back, to be tried at once by another process. */
export async function releaseAlertMessage(
  db: Database,
  { id, attempts }: ClaimedAlertMessage,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("alert_messages")
    .set({ due_at: new Date(nowMs) })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("delivered_at", "is", null)
    .execute();
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
