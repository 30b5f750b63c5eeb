import type { FastifyInstance } from "fastify";
import { ACTIVITIES, COLLECTIONS, type Activity } from "../contract/activities.ts";
import { LIMITS } from "../contract/limits.ts";
import type { Quota, QuotaStanding } from "../access/quota/quota.ts";
import type { Principal } from "../access/authenticate.ts";
import type { Entrance } from "../access/admission.ts";
import { principalOf, type Guard } from "../access/guard.ts";

export interface LimitServices {
  readonly guard: Guard;
  readonly entrance: Entrance;
  readonly quota: Quota;
}

const ACTIVITY_NAMES: Readonly<Record<Activity, string>> = {
  transcription: "transcription",
  stream: "stream",
  speech: "speech",
  speechSocket: "speech_stream",
};

/** `GET /v1/limits`: the limits of the caller, and how the key's requests and the account's month stand. */
export async function limitRoutes(
  app: FastifyInstance,
  { guard, entrance, quota }: LimitServices,
): Promise<void> {
  app.get("/v1/limits", { onRequest: guard.authenticated }, async (request) => {
    const principal = principalOf(request);
    return {
      object: "limits",
      activities: await activities(entrance, principal),
      collections: await collections(entrance, principal),
      quota: await monthlyQuota(quota, principal),
      saved_voices: principal.limits.savedVoices,
      pronunciations: principal.limits.pronunciations,
      upload_bytes: LIMITS.uploadBytes,
      audio_seconds: LIMITS.audioSeconds,
      input_characters: LIMITS.inputCharacters,
      instructions_characters: LIMITS.directionCharacters,
    };
  });
}

/** By activity: requests per minute, shared by the activities of a product, and what runs at the same time. */
async function activities(entrance: Entrance, principal: Principal) {
  const standings = (Object.keys(ACTIVITIES) as Activity[]).map(async (activity) => {
    const { requests, running } = await entrance.standing(principal, activity);
    const concurrent = principal.limits[ACTIVITIES[activity].concurrency];
    const standing = {
      requests_per_minute: { limit: requests.limit, remaining: requests.remaining },
      concurrent: { limit: concurrent, remaining: Math.max(concurrent - running, 0) },
    };
    return [ACTIVITY_NAMES[activity], standing] as const;
  });
  return Object.fromEntries(await Promise.all(standings));
}

/** By collection: requests per minute. */
async function collections(entrance: Entrance, principal: Principal) {
  const standings = COLLECTIONS.map(async (collection) => {
    const { limit, remaining } = await entrance.requests(principal, collection);
    return [collection, { requests_per_minute: { limit, remaining } }] as const;
  });
  return Object.fromEntries(await Promise.all(standings));
}

/** A demo session has no account and no quota. */
async function monthlyQuota(quota: Quota, principal: Principal) {
  if (principal.kind === "session") return null;
  const standing = await quota.read(principal.accountId, principal.limits);
  return {
    month: standing.month,
    resets_at: standing.resetsAt.toISOString(),
    audio_seconds: quotaJson(standing.audioSeconds),
    characters: quotaJson(standing.characters),
  };
}

/** No quota is written as null. */
function quotaJson({ limit, used, reserved }: QuotaStanding) {
  if (limit === Infinity) return { limit: null, used, reserved, remaining: null };
  return { limit, used, reserved, remaining: Math.max(limit - used - reserved, 0) };
}
