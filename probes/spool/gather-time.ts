/** Short for whoever waits for a result, long enough for some to share a transaction when there are many. */
const MIN_MS = 200;
const MAX_MS = 1_000;
/** Of the time, for storing: where a transaction is dear, more results share one. */
const STORING_SHARE = 1 / 100;

/** Returns for how long results are gathered after those before took `tookMs` to store. */
export function gatherMs(tookMs: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, tookMs / STORING_SHARE));
}

/** Below one result a second, batching saves nothing. */
const MANY = 10;
const MANY_WITHIN_MS = 10_000;

/** Tells by when results came whether there are so many that they should be gathered. */
export class ArrivalRate {
  /** When the last ones came, the oldest first. */
  readonly #lastMs: number[] = [];

  note(nowMs: number): void {
    this.#lastMs.push(nowMs);
    if (this.#lastMs.length > MANY) this.#lastMs.shift();
  }

  areMany(nowMs: number): boolean {
    const [firstMs = -Infinity] = this.#lastMs;
    return this.#lastMs.length === MANY && nowMs - firstMs < MANY_WITHIN_MS;
  }
}
