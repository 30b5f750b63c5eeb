import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { changeUnderLock } from "#monitor/store/revision.ts";
import { AdminError } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { Previewing, previewChange } from "./preview.ts";
import { OneById } from "./request-fields.ts";

/**
 * The subject before and after a change; both are the same object where nothing changed, and then the audit log gets no entry.
 */
export interface Change<Subject extends { readonly id: string } = { readonly id: string }> {
  readonly before: Subject | null;
  readonly after: Subject;
}

/** What a request for a change says, and who sent it. */
export interface Requested<Body extends TSchema = TSchema, Id = string> {
  readonly id: Id;
  readonly body: Static<Body>;
  readonly actor: string;
  readonly nowMs: number;
}

interface ChangeRoute<Body extends TSchema, Params extends TSchema> {
  /** Its name in the audit log, which begins with the kind of its subject. */
  readonly action: string;
  /** The status code of the answer, 200 by default. */
  readonly code?: 201;
  /** The parameters of a path with an `:id`, a text by default. */
  readonly params?: Params;
  readonly body?: Body;
  /** Whether `preview=true` shows what the change would say. */
  readonly hasPreview?: boolean;
  /** Makes the change; if it throws, nothing was changed. */
  readonly make: (
    tx: DatabaseTransaction,
    requested: Requested<Body, Static<Params> extends { readonly id: infer Id } ? Id : never>,
  ) => Promise<Change>;
}

/** Returns a function that serves a change under a method and a path, like `POST /incidents/:id/resolve`. */
export function changesOf(app: FastifyInstance, context: AdminContext) {
  return <Body extends TSchema, Params extends TSchema = typeof OneById>(
    methodAndPath: `${"POST" | "PATCH" | "DELETE"} /${string}`,
    route: ChangeRoute<Body, Params>,
  ): void => {
    const [method = "", url = ""] = methodAndPath.split(" ");
    const { action, code = 200, params = OneById, body, hasPreview = false, make } = route;
    const schema = {
      ...(url.includes(":id") && { params }),
      ...(body !== undefined && { body }),
      ...(hasPreview && { querystring: Previewing }),
    };
    app.route({
      method,
      url,
      schema,
      handler: async (request, reply) => {
        const { id } = request.params as { readonly id: never };
        const given = { id, body: request.body as Static<Body>, actor: actorOf(request) };
        const work = (tx: DatabaseTransaction, nowMs: number) => make(tx, { ...given, nowMs });
        const { preview = false } = request.query as Partial<Static<typeof Previewing>>;
        return hasPreview && preview
          ? previewChange(reply, context, action, work)
          : sendChange(reply.code(code), context, action, work);
      },
    });
  };
}

/**
 * Makes a change once per Idempotency-Key and sends its result, or the answer to the first request with that key.
 *
 * The change and its audit log entry are one transaction, which waits for the changes of probers and other admins; readers
 * notice it by the revision.
 */
async function sendChange(
  reply: FastifyReply,
  { db, nowMs }: AdminContext,
  action: string,
  work: (transaction: DatabaseTransaction, nowMs: number) => Promise<Change>,
): Promise<FastifyReply> {
  const { request } = reply;
  const actor = actorOf(request);
  const key = headerOf(request, "idempotency-key", 200);
  const content = JSON.stringify([action, [request.params, request.body ?? {}]]);
  const hash = createHash("sha256").update(content).digest("hex");
  const atMs = nowMs();
  const answer = await changeUnderLock<object>(db, atMs, async (transaction) => {
    const first = await firstAnswer(transaction, key, hash);
    if (first !== null) {
      reply.header("idempotent-replayed", "true");
      return { result: first, changed: false };
    }
    const { before, after } = await work(transaction, atMs);
    if (before === after) return { result: after, changed: false };
    await transaction
      .insertInto("audit_log")
      .values({
        at: new Date(atMs),
        actor,
        vouched_by: request.vouchedBy,
        action,
        subject: after.id,
        request_id: String(reply.getHeader("x-request-id")),
        before: before === null ? null : JSON.stringify(before),
        after: JSON.stringify(after),
        idempotency_key: key ?? null,
        request_hash: key === undefined ? null : hash,
      })
      .execute();
    return { result: after, changed: true };
  });
  return reply.send(answer);
}

/**
 * Returns the answer to an earlier request with the same key; null when the key is new. Throws AdminError where that request
 * was another one.
 */
async function firstAnswer(
  transaction: DatabaseTransaction,
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

/** Returns the name of the person who requests a change: the header X-Actor, or `admin`. */
function actorOf(request: FastifyRequest): string {
  return headerOf(request, "x-actor", 100) ?? "admin";
}

function headerOf(request: FastifyRequest, name: string, longest: number): string | undefined {
  const value = request.headers[name];
  if (value === undefined) return undefined;
  const text = String(value).trim();
  if (text !== "" && text.length <= longest) return text;
  throw new AdminError("invalid_field", `the header ${name} takes 1 to ${longest} characters`, {
    param: name,
  });
}
