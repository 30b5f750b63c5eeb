import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { AfterAttempt, LeasedMessage } from "./attempt.ts";
import type { SendResult } from "./senders.ts";

/** The tables of messages: how far the delivery of one is stands in the same columns of each. */
export type MessageTable = "outbox" | "alert_messages";

/** The waiting messages of a table. */
export interface Backlog {
  readonly pending: number;
  readonly oldestQueuedAtMs: number | null;
}

/** Leases a message that is due, or returns undefined when another process was faster. */
export async function lease(
  tx: DatabaseTransaction,
  table: MessageTable,
  id: number,
  leaseMs: number,
  nowMs: number,
): Promise<LeasedMessage | undefined> {
  const row = await tx
    .updateTable(table)
    .set({ due_at: new Date(nowMs + leaseMs), attempts: sql`attempts + 1` })
    .where("id", "=", id)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .where("carried_by", "is", null)
    .where("due_at", "<=", new Date(nowMs))
    .returning(["queued_at", "attempts"])
    .executeTakeFirst();
  return row && { id, queuedAtMs: row.queued_at.getTime(), attempts: row.attempts };
}

/** Extends the leases of messages that are still being sent. */
export async function renewLeases(
  db: Database,
  table: MessageTable,
  messages: readonly LeasedMessage[],
  leaseMs: number,
  nowMs: number,
): Promise<void> {
  if (messages.length === 0) return;
  await db
    .updateTable(table)
    .set({ due_at: new Date(nowMs + leaseMs) })
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
 * Writes what came of an attempt, also for the messages carried; returns false, and writes nothing, when the lease has ended and
 * another process has the message.
 */
export async function settle(
  tx: DatabaseTransaction,
  table: MessageTable,
  { id, attempts }: LeasedMessage,
  after: AfterAttempt,
  result: SendResult,
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs);
  const last_error = result.kind === "delivered" ? null : result.error;
  const outcome = {
    done: { last_error, delivered_at: now },
    retry: { last_error, due_at: new Date(after.kind === "retry" ? after.dueAtMs : nowMs) },
    give_up: { last_error, given_up_at: now },
    release: { due_at: now },
  }[after.kind];
  const settled = await tx
    .updateTable(table)
    .set(outcome)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  if (settled.numUpdatedRows === 0n) return false;
  if (after.kind === "done" || after.kind === "give_up") {
    const end = after.kind === "done" ? { delivered_at: now } : { given_up_at: now };
    await tx.updateTable(table).set(end).where("carried_by", "=", id).execute();
  }
  return true;
}

/** Reads the number of waiting messages, and when the oldest of them was queued. */
export async function readBacklog(db: Database, table: MessageTable): Promise<Backlog> {
  const row = await db
    .selectFrom(table)
    .select((select) => [
      select.fn.countAll<number>().as("pending"),
      select.fn.min("queued_at").as("oldest"),
    ])
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirstOrThrow();
  return { pending: row.pending, oldestQueuedAtMs: row.oldest?.getTime() ?? null };
}
