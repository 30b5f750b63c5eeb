import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { change, type Change } from "../../admin/change.ts";
import type { AdminContext } from "./context.ts";
import { changeRequest } from "./entrance.ts";

/** Makes a change as `request` asks, once for its Idempotency-Key, and answers what it made. */
export async function sendChange<Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, nowMs }: AdminContext,
  action: string,
  work: (transaction: Transaction<StatusDatabase>, nowMs: number) => Promise<Change<Answer>>,
): Promise<FastifyReply> {
  const atMs = nowMs();
  const asked = changeRequest(request, reply, action);
  const { answer, isReplay } = await change(db, asked, atMs, (tx) => work(tx, atMs));
  if (isReplay) reply.header("idempotent-replayed", "true");
  return reply.send(answer);
}
