/** Counts wrong tokens by the address they come from. */
export interface WrongTokens {
  /** Seconds until the address may try again; 0 when it may now. */
  secondsToWait(address: string, nowMs: number): number;
  count(address: string, nowMs: number): void;
}

/** How many wrong tokens an address may send in a minute. */
export const WRONG_TOKENS_PER_MINUTE = 10;

const WINDOW_MS = 60_000;
const MAXIMUM_ADDRESSES = 10_000;

/** Remembers in this process: each replica lets as many through. */
export function countWrongTokens(): WrongTokens {
  /** By address, in the order of their beginning: the minute that began with a wrong token. */
  const minutes = new Map<string, { readonly sinceMs: number; count: number }>();
  const current = (address: string, nowMs: number) => {
    const minute = minutes.get(address);
    // By its distance, so that a clock that was set back shuts nobody out.
    return minute !== undefined && Math.abs(nowMs - minute.sinceMs) < WINDOW_MS
      ? minute
      : undefined;
  };
  return {
    secondsToWait(address, nowMs) {
      const minute = current(address, nowMs);
      if (minute === undefined || minute.count < WRONG_TOKENS_PER_MINUTE) return 0;
      return Math.max(1, Math.ceil((minute.sinceMs + WINDOW_MS - nowMs) / 1000));
    },
    count(address, nowMs) {
      const minute = current(address, nowMs);
      if (minute !== undefined) {
        minute.count += 1;
        return;
      }
      minutes.delete(address);
      minutes.set(address, { sinceMs: nowMs, count: 1 });
      const [oldest] = minutes.keys();
      if (minutes.size > MAXIMUM_ADDRESSES && oldest !== undefined) minutes.delete(oldest);
    },
  };
}
