import type { FastifyInstance } from "fastify";
import { ApiError } from "../../contract/errors.ts";
import { makeGuard, type Identify } from "../../access/guard.ts";
import { limitRoutes } from "../limits.ts";
import { pronunciationRoutes } from "../pronunciations.ts";
import { speechRoutes } from "../speech.ts";
import { usageRoutes } from "../usage.ts";
import { voiceRoutes } from "../voices.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { importRoute } from "./import-route.ts";
import { requireOwnOrigin, sessionToken } from "./visitor.ts";

const ROUTES = [
  speechRoutes,
  voiceRoutes,
  pronunciationRoutes,
  usageRoutes,
  limitRoutes,
  importRoute,
];
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The API's own routes for somebody who is signed in to the dashboard: the session's cookie takes the key's place, and what
 * is done is counted as done with the dashboard's key.
 */
export async function dashboardApi(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { sessions, publicUrl } = services;
  const identify: Identify = async (request) => {
    // Browsers send the cookie with what other sites make them send.
    if (!READING.has(request.method)) requireOwnOrigin(request, publicUrl());
    const token = sessionToken(request);
    const who = token === undefined ? undefined : await sessions.find(token);
    if (who === undefined) {
      throw new ApiError("token_expired", "The session has ended; sign in again.");
    }
    const { account, keyId, limits } = who;
    return { kind: "key", keyId, accountId: account.id, limits };
  };
  const guarded = { ...services, guard: makeGuard(identify, services.admission) };
  for (const routes of ROUTES) await app.register(routes, guarded);
}
