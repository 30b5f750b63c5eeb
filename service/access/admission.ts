import {
  ACTIVITIES,
  type Activity,
  type Collection,
  type Product,
} from "../contract/activities.ts";
import type { Allowance } from "./quota/allowance.ts";
import { anonymousAllowance } from "./anonymous-day.ts";
import type { Quota } from "./quota/quota.ts";
import { limitKey, type Principal } from "./authenticate.ts";
import { Stays } from "../engine/admission/stays.ts";
import { ApiError } from "../contract/errors.ts";
import { limitHeaders } from "./limits/limit-headers.ts";
import type { Count } from "./limits/limit-store.ts";
import type { RequestLimits } from "./limits/request-limits.ts";

/** An admitted request or socket; holds a place and an allowance until disposed of. */
export interface Visit extends Disposable {
  readonly allowance: Allowance;
}

/** Receives the rate-limit headers for the client, whether the request is admitted or refused. */
type SetHeaders = (headers: Readonly<Record<string, string>>) => void;

const RATE_WINDOW_SECONDS = 60;

/** Admits requests below the limits: requests per minute, concurrent activities, quota. */
export class Admission {
  readonly #limits: RequestLimits;
  readonly #quota: Quota;
  readonly #stays = new Stays<Activity>();

  constructor(limits: RequestLimits, quota: Quota) {
    this.#limits = limits;
    this.#quota = quota;
  }

  /** Counts a request that takes no place and uses no quota; throws ApiError above the limit. */
  async count(principal: Principal, collection: Collection, tell: SetHeaders): Promise<void> {
    const count = await this.#count(principal, collection);
    tell(limitHeaders(count, RATE_WINDOW_SECONDS));
    if (!count.allowed) throw tooMany(count);
  }

  /** Counts a request or socket and takes a place for it; throws ApiError or QuotaExceeded. */
  async enter(
    principal: Principal,
    activity: Activity,
    tell: SetHeaders = () => undefined,
  ): Promise<Visit> {
    const count = await this.#count(principal, ACTIVITIES[activity].product);
    if (!count.allowed) {
      tell(limitHeaders(count, RATE_WINDOW_SECONDS));
      throw tooMany(count);
    }
    const limit = principal.limits[ACTIVITIES[activity].limitName];
    const places = placesName(principal, activity);
    const { lease, running } = await this.#limits.lease(places, limit);
    tell(limitHeaders(count, RATE_WINDOW_SECONDS, { limit, running }));
    if (lease === undefined) {
      const waitSeconds = this.#stays.secondsUntilRoom(activity, places, limit);
      throw tooManyAtOnce(limit, activity, waitSeconds);
    }
    const allowance = this.#allowance(principal, activity);
    const endStay = this.#stays.begin(activity, places);
    const visit = {
      allowance,
      [Symbol.dispose]: () => {
        endStay();
        lease.release();
        allowance.close();
      },
    };
    try {
      await allowance.begin();
      return visit;
    } catch (error) {
      visit[Symbol.dispose]();
      throw error;
    }
  }

  /** Checks a running activity against the current limits; throws ApiError or QuotaExceeded. */
  async goOn(principal: Principal, activity: Activity): Promise<void> {
    const limit = principal.limits[ACTIVITIES[activity].limitName];
    const running = await this.#limits.running(placesName(principal, activity));
    if (running > limit) throw tooManyAtOnce(limit, activity, undefined);
    const allowance = this.#allowance(principal, activity);
    try {
      await allowance.begin();
    } finally {
      allowance.close();
    }
  }

  /** Returns the request count and the number of running activities, without counting a request. */
  async standing(principal: Principal, activity: Activity) {
    const [requests, running] = await Promise.all([
      this.requests(principal, ACTIVITIES[activity].product),
      this.#limits.running(placesName(principal, activity)),
    ]);
    return { requests, running };
  }

  /** Returns the request count of the last minute, without counting a request. */
  requests(principal: Principal, counted: Product | Collection): Promise<Count> {
    const { requestsPerMinute } = principal.limits;
    const name = requestsName(principal, counted);
    return this.#limits.look(name, requestsPerMinute, RATE_WINDOW_SECONDS);
  }

  #count(principal: Principal, counted: Product | Collection): Promise<Count> {
    const { requestsPerMinute } = principal.limits;
    const name = requestsName(principal, counted);
    return this.#limits.count(name, requestsPerMinute, RATE_WINDOW_SECONDS);
  }

  #allowance(principal: Principal, activity: Activity): Allowance {
    const { product } = ACTIVITIES[activity];
    if (principal.kind === "key") return this.#quota.allowance(principal, product);
    const { payer, client } = principal;
    return payer === undefined
      ? anonymousAllowance(this.#limits, client, product)
      : this.#quota.allowance(payer, product);
  }
}

function placesName(principal: Principal, activity: Activity): string {
  return `${limitKey(principal)} ${activity}`;
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

function tooManyAtOnce(
  limit: number,
  activity: Activity,
  retryAfterSeconds: number | undefined,
): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `The limit of ${limit} concurrent ${ACTIVITIES[activity].plural} is reached; wait for one to end.`,
    null,
    { retryAfterSeconds },
  );
}
