import { FallbackLimitStore } from "./fallback-limit-store.ts";
import { MemoryLimitStore } from "./memory-limit-store.ts";
import { RedisLimitStore } from "./redis-limit-store.ts";
import { RequestLimits } from "./request-limits.ts";

/** The places of a process that was killed are free again after this. */
const PLACE_LIFETIME_MS = 24_000;

/**
 * Opens the limits of a process: in Redis or Valkey when there is a URL, else in its memory.
 *
 * A server that is away stops nothing; `onChange` hears of it.
 */
export async function openRequestLimits(
  redisUrl: string | undefined,
  onChange: (isDegraded: boolean, cause: unknown) => void,
): Promise<RequestLimits> {
  const local = new MemoryLimitStore(PLACE_LIFETIME_MS);
  if (redisUrl === undefined) return new RequestLimits(local);
  const shared = new RedisLimitStore(redisUrl, PLACE_LIFETIME_MS);
  const store = new FallbackLimitStore(shared, local, onChange);
  await store.begin();
  return new RequestLimits(store);
}
