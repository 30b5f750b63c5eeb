/** The maximum difference between a prober's clock and the database's, in either direction. */
export const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** Returns the time from which on times are in the future: only a wrong clock can have written them. */
export function aheadFromMs(nowMs: number): number {
  return nowMs + MAX_CLOCK_DIFFERENCE_MS;
}
