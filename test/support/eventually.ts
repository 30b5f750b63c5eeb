import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 50;
/** Far more than anything takes that comes, so that a busy machine fails nothing. */
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Resolves with the first value of `probe` that is neither undefined nor false, asking again until
 * `timeoutMs` is over; then fails and says what was waited for. For states that send no event.
 */
export async function eventually<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(POLL_INTERVAL_MS);
  }
}
