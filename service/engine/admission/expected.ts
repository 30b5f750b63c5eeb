/** Maximum number of expected retries that are counted per place; counting more would only make retry times grow. */
const MAX_PER_PLACE = 4;

/**
 * Returns after how many seconds a client may retry that has `expected` others before it. Retry times are whole seconds,
 * so clients with the same one arrive together, and at most `places` of them find room.
 */
export function secondsUntilTurn(expected: number, places: number): number {
  return Math.floor(expected / places) + 1;
}

/** The pending retries of refused clients; a client that is refused next has to come after them. */
export class Expected {
  #atMs: readonly number[] = [];

  /** Counts the retries that are still to come. */
  count(nowMs: number, places: number): number {
    this.#atMs = this.#atMs.filter((atMs) => atMs > nowMs).slice(-MAX_PER_PLACE * places);
    return this.#atMs.length;
  }

  /** Records a retry after so many seconds, rounded up to whole seconds, at least one. */
  add(nowMs: number, seconds: number): void {
    this.#atMs = [...this.#atMs, nowMs + Math.max(1, Math.ceil(seconds)) * 1000];
  }
}
