import type { FastifyInstance } from "fastify";
import { may, type Action } from "../../accounts/roles.ts";
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

/** Routes by the action that the role of the signed-in person has to allow. */
const ROUTES = {
  "use the service": [speechRoutes, voiceRoutes, pronunciationRoutes, importRoute],
  "see usage": [usageRoutes, limitRoutes],
} as const satisfies Partial<Record<Action, unknown>>;
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Registers the API's own routes for people signed in to the dashboard: the session cookie takes the place of the key, and
 * usage is counted for the dashboard's key.
 */
export async function dashboardApi(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { sessions, publicUrl } = services;
  const identifyFor =
    (action: Action): Identify =>
    async (request) => {
      // Browsers also send the cookie with requests that other sites make them send.
      if (!READING.has(request.method)) requireOwnOrigin(request, publicUrl());
      const token = sessionToken(request);
      const who = token === undefined ? undefined : await sessions.find(token);
      if (who === undefined) {
        throw new ApiError("token_expired", "The session has ended; sign in again.");
      }
      const { account, keyId, limits } = who;
      if (!may(who.role, action)) {
        throw new ApiError("account_required", "Your role in this account does not allow this.");
      }
      return { kind: "key", keyId, accountId: account.id, limits };
    };
  for (const action of ["use the service", "see usage"] as const) {
    const guard = makeGuard(identifyFor(action), services.admission);
    for (const routes of ROUTES[action]) await app.register(routes, { ...services, guard });
  }
}
