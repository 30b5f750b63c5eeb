import { LIMITS } from "../accounts/limits.ts";
import type { Product } from "../accounts/usage.ts";

/** What counting a request said. */
export interface Count {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins anew. */
  readonly resetSeconds: number;
}

/** The right to have one more thing running; given back once. */
export interface Lease {
  release(): void;
}

/** Counts requests and what runs at the same time. */
export interface RequestLimits {
  /** Whether limits are counted by this process alone although replicas should share them. */
  readonly isDegraded: boolean;
  /** Counts one event of `limit` per `windowSeconds`. */
  count(name: string, limit: number, windowSeconds: number): Promise<Count>;
  /** Takes one of `limit` leases of a name; undefined when all are taken. */
  lease(name: string, limit: number): Promise<Lease | undefined>;
}

/** Counts one request of a key for a product. */
export function countRequest(limits: RequestLimits, key: string, product: Product): Promise<Count> {
  return limits.count(`requests ${key} ${product}`, LIMITS.requestsPerMinute, 60);
}

/** Takes one of the places that a key has at a product. */
export function leasePlace(
  limits: RequestLimits,
  key: string,
  product: Product,
): Promise<Lease | undefined> {
  return limits.lease(`places ${key} ${product}`, LIMITS.concurrent[product]);
}

/** The headers that tell a client what is left of its limit. */
export function limitHeaders(count: Count): Readonly<Record<string, string>> {
  const { limit, remaining, resetSeconds } = count;
  return {
    "x-ratelimit-limit-requests": String(limit),
    "x-ratelimit-remaining-requests": String(remaining),
    "x-ratelimit-reset-requests": `${resetSeconds}s`,
    "ratelimit-policy": `"requests";q=${limit};w=60`,
    ratelimit: `"requests";r=${remaining};t=${resetSeconds}`,
  };
}
