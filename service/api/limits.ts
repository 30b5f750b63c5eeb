import type { FastifyInstance } from "fastify";
import { ACTIVITIES, COLLECTIONS, KEPT, keysOf } from "../contract/activities.ts";
import { limitOperations } from "../contract/caller-limits.ts";
import { limitJson, LIMITS } from "../contract/limits.ts";
import type { Quota, QuotaStanding } from "../access/quota/quota.ts";
import { payerOf, type Principal } from "../access/authenticate.ts";
import type { Admission } from "../access/admission.ts";
import type { Count } from "../access/limits/limit-store.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import { principalOf } from "../access/guard.ts";

/** Registers `GET /v1/limits`: the caller's limits, the key's current requests and the account's quota of the month. */
export async function limitRoutes(
  app: FastifyInstance,
  { guard, admission, quota }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);
  route(limitOperations.readLimits).answer(async (_input, request) => {
    const principal = principalOf(request);
    return {
      object: "limits",
      activities: await activities(admission, principal),
      collections: await collections(admission, principal),
      quota: await monthlyQuota(quota, principal),
      ...kept(principal),
      upload_bytes: LIMITS.uploadBytes,
      audio_seconds: LIMITS.audioSeconds,
      input_characters: LIMITS.inputCharacters,
      instructions_characters: LIMITS.directionCharacters,
    };
  });
}

/** Returns, by activity, the requests per minute, shared by the activities of a product, and the concurrent activities. */
function activities(admission: Admission, principal: Principal) {
  return byName(keysOf(ACTIVITIES), async (activity) => {
    const { requests, running } = await admission.standing(principal, activity);
    const concurrent = principal.limits[ACTIVITIES[activity].limitName];
    return {
      requests_per_minute: perMinute(requests),
      concurrent: {
        limit: limitJson(concurrent),
        remaining: limitJson(Math.max(concurrent - running, 0)),
      },
    };
  });
}

function collections(admission: Admission, principal: Principal) {
  return byName(COLLECTIONS, async (collection) => ({
    requests_per_minute: perMinute(await admission.requests(principal, collection)),
  }));
}

function kept({ limits }: Principal) {
  const fields = keysOf(KEPT).map((name) => [KEPT[name].field, limitJson(limits[name])] as const);
  return Object.fromEntries(fields) as Record<(typeof fields)[number][0], number | null>;
}

function perMinute({ limit, remaining }: Count) {
  return { limit: limitJson(limit), remaining: limitJson(remaining) };
}

async function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Promise<Value>,
): Promise<Record<Name, Value>> {
  const entries = names.map(async (name) => [name, await valueOf(name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Value>;
}

/** Returns the account's quota; null for a demo session that no key began, which has no account. */
async function monthlyQuota(quota: Quota, principal: Principal) {
  const payer = payerOf(principal);
  if (payer === undefined) return null;
  const standing = await quota.read(payer.accountId, payer.limits);
  return {
    month: standing.month,
    resets_at: standing.resetsAt.toISOString(),
    audio_seconds: quotaJson(standing.audioSeconds),
    characters: quotaJson(standing.characters),
  };
}

function quotaJson({ limit, used, reserved }: QuotaStanding) {
  const remaining = Math.max(limit - used - reserved, 0);
  return { limit: limitJson(limit), used, reserved, remaining: limitJson(remaining) };
}
