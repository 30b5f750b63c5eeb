import type { Count } from "./limit-store.ts";

/**
 * Returns the rate-limit headers: OpenAI's, and those of draft-ietf-httpapi-ratelimit-headers.
 *
 * @param concurrency absent when the request was only counted and took no place
 */
export function limitHeaders(
  count: Count,
  windowSeconds: number,
  concurrency?: { readonly limit: number; readonly running: number },
): Readonly<Record<string, string>> {
  const { limit, remaining, resetSeconds } = count;
  const policies = [`"requests";q=${limit};w=${windowSeconds}`];
  const standing = [`"requests";r=${remaining};t=${resetSeconds}`];
  if (concurrency !== undefined) {
    const left = Math.max(concurrency.limit - concurrency.running, 0);
    policies.push(`"concurrency";q=${concurrency.limit};qu="concurrent-requests"`);
    standing.push(`"concurrency";r=${left}`);
  }
  return {
    "x-ratelimit-limit-requests": String(limit),
    "x-ratelimit-remaining-requests": String(remaining),
    "x-ratelimit-reset-requests": duration(resetSeconds),
    "ratelimit-policy": policies.join(", "),
    ratelimit: standing.join(", "),
  };
}

/** Formats seconds as OpenAI does: `59s`, `1m0s`. */
function duration(seconds: number): string {
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
