import {
  ACTIVITIES,
  type Activity,
  type Collection,
  type Product,
} from "../contract/activities.ts";
import { UNCOUNTED, type Allowance } from "./quota/allowance.ts";
import type { Quota } from "./quota/quota.ts";
import { limitKey, type Principal } from "./authenticate.ts";
import { ApiError } from "../contract/errors.ts";
import { limitHeaders } from "./limits/limit-headers.ts";
import type { Count } from "./limits/limit-store.ts";
import type { RequestLimits } from "./limits/request-limits.ts";

/** One who was let in: holds a place and an allowance until disposed of. */
export interface Visit extends Disposable {
  readonly allowance: Allowance;
}

/** What asking to come in said; the headers are right in either case. */
export type Entry = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly visit: Visit }
  | { readonly visit: undefined; readonly refusal: Error }
);

export interface Counting {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: ApiError | undefined;
}

export interface Standing {
  readonly requests: Count;
  readonly running: number;
}

export const RATE_WINDOW_SECONDS = 60;

/** Lets in whoever is below the limits: requests per minute, what runs at the same time, the month's quota. */
export class Admission {
  readonly #limits: RequestLimits;
  readonly #quota: Quota;

  constructor(limits: RequestLimits, quota: Quota) {
    this.#limits = limits;
    this.#quota = quota;
  }

  /** Counts a request that takes no place and uses nothing of the month's quota. */
  async count(principal: Principal, collection: Collection): Promise<Counting> {
    const { requestsPerMinute } = principal.limits;
    const name = requestsName(principal, collection);
    const count = await this.#limits.count(name, requestsPerMinute, RATE_WINDOW_SECONDS);
    return {
      headers: limitHeaders(count, RATE_WINDOW_SECONDS),
      refusal: count.allowed ? undefined : tooMany(count),
    };
  }

  /** Counts a request, or a socket, and takes one of its places. */
  async enter(principal: Principal, activity: Activity): Promise<Entry> {
    const { requestsPerMinute } = principal.limits;
    const names = namesOf(principal, activity);
    const count = await this.#limits.count(names.requests, requestsPerMinute, RATE_WINDOW_SECONDS);
    if (!count.allowed) {
      const headers = limitHeaders(count, RATE_WINDOW_SECONDS);
      return { headers, visit: undefined, refusal: tooMany(count) };
    }
    const limit = principal.limits[ACTIVITIES[activity].limitName];
    const { lease, running } = await this.#limits.lease(names.places, limit);
    const headers = limitHeaders(count, RATE_WINDOW_SECONDS, { limit, running });
    if (lease === undefined) {
      return { headers, visit: undefined, refusal: tooManyAtOnce(limit, activity) };
    }
    const allowance = this.#allowance(principal, activity);
    const visit = {
      allowance,
      [Symbol.dispose]: () => {
        lease.release();
        allowance.close();
      },
    };
    try {
      await allowance.begin();
    } catch (error) {
      visit[Symbol.dispose]();
      if (!(error instanceof Error)) throw error;
      return { headers, visit: undefined, refusal: error };
    }
    return { headers, visit };
  }

  /** How an activity stands, counting nothing. */
  async standing(principal: Principal, activity: Activity): Promise<Standing> {
    const [requests, running] = await Promise.all([
      this.requests(principal, ACTIVITIES[activity].product),
      this.#limits.running(namesOf(principal, activity).places),
    ]);
    return { requests, running };
  }

  /** How the requests of the last minute stand, counting nothing. */
  requests(principal: Principal, counted: Product | Collection): Promise<Count> {
    const { requestsPerMinute } = principal.limits;
    const name = requestsName(principal, counted);
    return this.#limits.look(name, requestsPerMinute, RATE_WINDOW_SECONDS);
  }

  #allowance(principal: Principal, activity: Activity): Allowance {
    if (principal.kind === "session") return UNCOUNTED;
    return this.#quota.allowance(principal, ACTIVITIES[activity].product);
  }
}

export function admitted(entry: Entry): Visit {
  if (entry.visit === undefined) throw entry.refusal;
  return entry.visit;
}

function namesOf(principal: Principal, activity: Activity) {
  return {
    requests: requestsName(principal, ACTIVITIES[activity].product),
    places: `${limitKey(principal)} ${activity}`,
  };
}

function requestsName(principal: Principal, counted: Product | Collection): string {
  return `${limitKey(principal)} ${counted}`;
}

function tooMany({ limit, resetSeconds }: Count): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `The limit of ${limit} requests per minute is reached; there is room again in ${resetSeconds} s.`,
    null,
    { retryAfterSeconds: resetSeconds },
  );
}

function tooManyAtOnce(limit: number, activity: Activity): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `The limit of ${limit} concurrent ${ACTIVITIES[activity].plural} is reached; wait for one to end.`,
  );
}
