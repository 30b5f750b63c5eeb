import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AdminError } from "../../admin/admin-error.ts";
import type { ChangeRequest } from "../../admin/change.ts";
import type { WrongTokens } from "../../admin/wrong-tokens.ts";

/** What the entrance has to know. */
export interface EntranceOptions {
  /** The bearer token of everybody who may administer. */
  readonly token: string;
  readonly wrongTokens: WrongTokens;
  readonly nowMs: () => number;
}

const REQUEST_ID_HEADER = "x-request-id";

/** Lets in to `app` those who send the token, names each request, and keeps answers out of caches. */
export function guardEntrance(
  app: FastifyInstance,
  { token, wrongTokens, nowMs }: EntranceOptions,
): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store").header(REQUEST_ID_HEADER, randomUUID());
    const seconds = wrongTokens.secondsToWait(request.ip, nowMs());
    if (seconds > 0) {
      throw new AdminError(
        "too_many_attempts",
        `Too many wrong tokens came from ${request.ip}; it may try again in ${seconds} s.`,
        { retryAfterSeconds: seconds },
      );
    }
    const { authorization } = request.headers;
    if (authorization !== undefined && isSame(authorization, `Bearer ${token}`)) return;
    // Nothing was guessed where nothing was sent.
    if (authorization !== undefined) wrongTokens.count(request.ip, nowMs());
    reply.header("www-authenticate", "Bearer");
    throw new AdminError(
      "unauthorized",
      "The admin API is for those who send its token: Authorization: Bearer STATUS_ADMIN_TOKEN.",
    );
  });
}

/** Who asks for `action`, with what, in the words of the audit log. Throws AdminError. */
export function changeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
): ChangeRequest {
  return {
    action,
    actor: headerOf(request, "x-actor", 100) ?? "admin",
    requestId: String(reply.getHeader(REQUEST_ID_HEADER)),
    idempotencyKey: headerOf(request, "idempotency-key", 200),
    asked: [request.params, request.body ?? {}],
  };
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

/** Digests have one length, so that the comparison tells nothing of the token, nor of its length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
