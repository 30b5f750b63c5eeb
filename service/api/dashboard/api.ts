import type { FastifyInstance } from "fastify";
import type { DashboardSessions } from "../../accounts/dashboard-sessions.ts";
import type { Quota } from "../../access/quota/quota.ts";
import type { UsageLedger } from "../../access/quota/usage.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Admission } from "../../access/admission.ts";
import { makeGuard, type Identify } from "../../access/guard.ts";
import { limitRoutes } from "../limits.ts";
import { pronunciationRoutes, type PronunciationServices } from "../pronunciations.ts";
import { speechRoutes, type SpeechServices } from "../speech.ts";
import { usageRoutes } from "../usage.ts";
import { voiceRoutes, type VoiceServices } from "../voices.ts";
import { importRoute } from "./import-route.ts";
import { sessionToken } from "./session-cookie.ts";
import { requireOwnOrigin } from "./visitor.ts";

export interface DashboardApiServices
  extends
    Omit<SpeechServices, "guard">,
    Omit<VoiceServices, "guard">,
    Omit<PronunciationServices, "guard"> {
  readonly sessions: DashboardSessions;
  readonly usage: UsageLedger;
  readonly quota: Quota;
  readonly admission: Admission;
  readonly publicUrl: () => string;
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The API's own routes for somebody who is signed in to the dashboard: the session's cookie takes the key's place, and what
 * is done is counted as done with the dashboard's key.
 */
export async function dashboardApi(
  app: FastifyInstance,
  services: DashboardApiServices,
): Promise<void> {
  const { sessions, publicUrl, admission, quota, usage } = services;
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
  const guard = makeGuard(identify, admission);
  const { engine, metrics, stores, idempotency, voices, pronunciations, dictionaries } = services;
  await app.register(speechRoutes, { engine, guard, metrics, stores, idempotency });
  await app.register(voiceRoutes, { engine, guard, voices, idempotency });
  await app.register(pronunciationRoutes, { guard, pronunciations, dictionaries, idempotency });
  await app.register(usageRoutes, { guard, usage });
  await app.register(limitRoutes, { guard, admission, quota });
  await app.register(importRoute, { guard, pronunciations });
}
