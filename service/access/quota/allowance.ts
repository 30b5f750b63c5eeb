import type { Meter } from "../../contract/activities.ts";

/** Period of a quota: the UTC month for accounts, the UTC day for anonymous sessions. */
export type QuotaPeriod = "month" | "day";

/** The quota is used up, or what is left does not suffice; only waiting for the next period helps. */
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
 * The part of a quota that one request may use, and its usage so far.
 *
 * Amounts are totals since the start of the request, in seconds of audio or characters, as the product is metered.
 */
export interface Allowance {
  /** Maximum total once nothing more can be reserved; Infinity until then. */
  readonly max: number;
  /** Rejects with QuotaExceeded when nothing is left; called before any work. */
  begin(): Promise<void>;
  /** Reserves an amount that is known before the work; rejects with QuotaExceeded. */
  cover(amount: number): Promise<void>;
  /** Reserves an estimated amount, or what is left of the quota if less; rejects with QuotaExceeded when nothing is left. */
  expect(amount: number): Promise<void>;
  /** Reports the progress of work of unknown length and reserves ahead; throws QuotaExceeded at the end of the quota. */
  advance(amount: number): void;
  /** Sets the amount used, undefined if nothing was used after all; the rest of the reservation is given back. */
  use(amount: number | undefined): void;
  /** Books the amount used so far, so that it is not lost with this process, and gives back the rest of the reservation. */
  book(): void;
  /** Like `book`, for work that goes on: reserves ahead again. */
  bookOn(): void;
  /** Ends the request: books the amount used and gives back the rest. */
  close(): void;
}

/** Returns the allowance of work that follows other work of the same request, which used some of it. */
export function allowanceAfter(allowance: Allowance, used: number): Allowance {
  return {
    get max() {
      return allowance.max - used;
    },
    begin: () => allowance.begin(),
    cover: (amount) => allowance.cover(used + amount),
    expect: (amount) => allowance.expect(used + amount),
    advance: (amount) => allowance.advance(used + amount),
    use: (amount) => allowance.use(amount === undefined ? undefined : used + amount),
    book: () => allowance.book(),
    bookOn: () => allowance.bookOn(),
    close: () => allowance.close(),
  };
}

/** Allowance of requests that no account pays for: nothing is counted. */
export const UNCOUNTED: Allowance = {
  max: Infinity,
  begin: async () => undefined,
  cover: async () => undefined,
  expect: async () => undefined,
  advance: () => undefined,
  use: () => undefined,
  book: () => undefined,
  bookOn: () => undefined,
  close: () => undefined,
};
