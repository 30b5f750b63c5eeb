/** Short for a reader who waits for a result, long enough for several results to share a transaction when there are many. */
const MIN_MS = 200;
const MAX_MS = 1_000;
/** The share of the time to spend on storing: where a transaction is expensive, more results share one. */
const STORING_SHARE = 1 / 100;

/** Returns how many milliseconds to gather results for, after the previous ones took `tookMs` to store. */
export function gatherMs(tookMs: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, tookMs / STORING_SHARE));
}

/** Below one result a second, batching saves nothing. */
const MANY = 10;
const MANY_WITHIN_MS = 10_000;

/** Tracks when results arrive, to decide whether there are so many that they should be gathered. */
export class ArrivalRate {
  /** When the last results arrived, the oldest first. */
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
