/** By how much a prober's clock may differ from the database's, before or behind. */
export const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** Times from then on are of the future, as only a clock that was wrong can have written them. */
export function aheadFromMs(nowMs: number): number {
  return nowMs + MAX_CLOCK_DIFFERENCE_MS;
}
