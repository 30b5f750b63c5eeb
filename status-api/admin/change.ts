import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { changeInTurn } from "#monitor/store/revision.ts";
import { AdminError } from "./admin-error.ts";

/** Who asks for a change, and what makes a retry of it known. */
export interface ChangeRequest {
  /** E.g. `incident.open`. */
  readonly action: string;
  readonly actor: string;
  readonly requestId: string;
  /** What the client named the change; undefined when it did not. */
  readonly idempotencyKey: string | undefined;
  /** Everything that was asked, in a form that is the same for the same request. */
  readonly asked: unknown;
}

/** What a change made of its subject. */
export interface Change<Answer extends object> {
  readonly subject: string;
  readonly before: object | null;
  readonly after: Answer;
  /** False when all was as asked already: then nothing is written. */
  readonly isChange: boolean;
}

/** What a change is answered with. */
export interface Changed {
  readonly answer: object;
  /** Whether it is the answer of the first time, under the same key. */
  readonly isReplay: boolean;
}

/**
 * Makes a change once, with its line in the audit log, in one transaction that waits for those of
 * probers and other admins; readers are told by the revision.
 *
 * Throws AdminError, and then nothing was changed.
 */
export function change<Answer extends object>(
  db: Kysely<StatusDatabase>,
  request: ChangeRequest,
  nowMs: number,
  work: (transaction: Transaction<StatusDatabase>) => Promise<Change<Answer>>,
): Promise<Changed> {
  const hash = createHash("sha256")
    .update(JSON.stringify([request.action, request.asked]))
    .digest("hex");
  return changeInTurn<Changed>(db, nowMs, async (transaction) => {
    const first = await answerOfFirst(transaction, request.idempotencyKey, hash);
    if (first !== null) return { result: { answer: first, isReplay: true }, changed: false };
    const { subject, before, after, isChange } = await work(transaction);
    const result = { answer: after, isReplay: false };
    if (!isChange) return { result, changed: false };
    const at = new Date(nowMs);
    await transaction
      .insertInto("audit_log")
      .values({
        at,
        actor: request.actor,
        action: request.action,
        subject,
        request_id: request.requestId,
        before: before === null ? null : JSON.stringify(before),
        after: JSON.stringify(after),
        idempotency_key: request.idempotencyKey ?? null,
        request_hash: request.idempotencyKey === undefined ? null : hash,
      })
      .execute();
    return { result, changed: true };
  });
}

/** What was answered under the same key before; null when it is new. */
async function answerOfFirst(
  transaction: Transaction<StatusDatabase>,
  key: string | undefined,
  hash: string,
): Promise<object | null> {
  if (key === undefined) return null;
  const row = await transaction
    .selectFrom("audit_log")
    .select(["after", "request_hash"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash === hash) return row.after;
  throw new AdminError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another request; each change takes one of its own.",
    { param: "Idempotency-Key" },
  );
}
