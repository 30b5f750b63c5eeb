/** Of so many at most it is believed that they come again as they were told; the times of more would only grow. */
const MOST_PER_PLACE = 4;

/**
 * Returns when somebody may come for whom so many are expected before: who is told whole seconds comes at the same moment as
 * others who were told so, and of them no more find room than there are places.
 */
export function secondsUntilTurn(expected: number, places: number): number {
  return Math.floor(expected / places) + 1;
}

/** Those who were refused and told when to come again, until that moment: who is refused next comes behind them. */
export class Expected {
  #atMs: readonly number[] = [];

  /** Counts those who are still to come. */
  count(nowMs: number, places: number): number {
    this.#atMs = this.#atMs.filter((atMs) => atMs > nowMs).slice(-MOST_PER_PLACE * places);
    return this.#atMs.length;
  }

  /** Notes that somebody comes again after so many seconds, which are told whole and at least one. */
  add(nowMs: number, seconds: number): void {
    this.#atMs = [...this.#atMs, nowMs + Math.max(1, Math.ceil(seconds)) * 1000];
  }
}
