import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientOf } from "#runtime/client-address.ts";
import { issueToken } from "../access/demo-session.ts";
import { LIMITS } from "../contract/limits.ts";
import { requestCredential } from "../access/credentials.ts";
import { ApiError } from "../contract/errors.ts";
import { sessionOperations } from "../contract/sessions.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import { isOwnOrigin } from "./http/own-origin.ts";

/**
 * Registers `POST /v1/sessions`, which begins a demo session of ten minutes.
 *
 * Sessions are anonymous from the service's own pages, with a limit per address; elsewhere they need an API key, which pays for
 * them.
 */
export async function sessionRoutes(
  app: FastifyInstance,
  { authenticate, limits, sessionSecret, publicUrl }: ApiServices,
): Promise<void> {
  routesOf(app)(sessionOperations.createSession).answer(async (_input, request, reply) => {
    void reply.header("cache-control", "no-store");
    const { token, session } = issueToken(sessionSecret.value, Date.now(), await keyOf(request));
    return {
      object: "session",
      token,
      expires_at: session.expiresAt.toISOString(),
      expires_in: LIMITS.sessionSeconds,
    };
  });

  /** Returns the key that begins the session; undefined for the service's own pages. */
  async function keyOf(request: FastifyRequest): Promise<string | undefined> {
    const credential = requestCredential(request.headers);
    if (credential === undefined && isOwnOrigin(request, publicUrl())) {
      await countAddress(request);
      return undefined;
    }
    const principal = await authenticate(credential, request.ip);
    if (principal.kind !== "key") throw new ApiError("account_required");
    return principal.keyId;
  }

  async function countAddress(request: FastifyRequest): Promise<void> {
    const count = await limits.count(
      `sessions ${clientOf(request.ip)}`,
      LIMITS.sessionsPerAddress,
      LIMITS.attemptWindowSeconds,
    );
    if (count.allowed) return;
    throw new ApiError(
      "rate_limit_exceeded",
      "Too many demo sessions were begun from this address; try again later.",
      null,
      { retryAfterSeconds: count.resetSeconds },
    );
  }
}
