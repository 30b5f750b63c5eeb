/** Short for whoever waits for a result, long enough for some to share a transaction when there are many. */
const SHORTEST_MS = 200;
const LONGEST_MS = 1_000;
/** Of the time, for storing: where a transaction is dear, more results share one. */
const STORING_SHARE = 1 / 100;

/** Returns for how long results are gathered after those before took `tookMs` to store. */
export function gatherMs(tookMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, tookMs / STORING_SHARE));
}
