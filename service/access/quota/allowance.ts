import type { Meter } from "../../contract/activities.ts";

/** How long a quota lasts: an account's is of the UTC month, that of anonymous sessions of the UTC day. */
export type QuotaPeriod = "month" | "day";

/** A quota is used up, or what is left does not suffice; waiting for its next period helps alone. */
export class QuotaExceeded extends Error {
  override readonly name = "QuotaExceeded";
  readonly meter: Meter;
  /** Seconds of audio, or characters. */
  readonly limit: number;
  readonly period: QuotaPeriod;
  readonly resetsAt: Date;

  constructor(meter: Meter, limit: number, period: QuotaPeriod, resetsAt: Date) {
    super(`the ${meter} quota of the ${period} is used up`);
    this.period = period;
    this.meter = meter;
    this.limit = limit;
    this.resetsAt = resetsAt;
  }
}

/**
 * What one request may use of its account's month, and what it did use.
 *
 * Amounts are sums from the request's beginning, in seconds of audio or characters, as the product is metered.
 */
export interface Allowance {
  /** The sum that is not to be passed, once nothing more can be reserved; until then Infinity. */
  readonly most: number;
  /** Refuses, before there is any work, what has nothing left; rejects with QuotaExceeded. */
  begin(): Promise<void>;
  /** Reserves an amount that is known before the work; rejects with QuotaExceeded. */
  cover(amount: number): Promise<void>;
  /** Reserves what is left of an amount that is only guessed; rejects with QuotaExceeded when nothing is left. */
  expect(amount: number): Promise<void>;
  /** Hears how far work has come whose amount shows by and by, and reserves ahead; throws QuotaExceeded at the end of the quota. */
  advance(amount: number): void;
  /** Notes what was used, undefined where nothing was after all; what is not noted is given back. */
  use(amount: number | undefined): void;
  /** Books what was used so far, so that it is not lost with this process, and gives back what was reserved beyond it. */
  book(): void;
  /** Books as well, for work that goes on: what it reserved ahead it reserves anew. */
  bookOn(): void;
  /** Ends the request: counts what was used and gives back the rest. */
  close(): void;
}

/** The allowance of those for whom no account pays: nothing is counted. */
export const UNCOUNTED: Allowance = {
  most: Infinity,
  begin: async () => undefined,
  cover: async () => undefined,
  expect: async () => undefined,
  advance: () => undefined,
  use: () => undefined,
  book: () => undefined,
  bookOn: () => undefined,
  close: () => undefined,
};
