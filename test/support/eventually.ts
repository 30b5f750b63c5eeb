import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 50;

/**
 * Resolves with the first value of `probe` that is neither undefined nor false, asking again until
 * `timeoutMs` is over; then fails and says what was waited for. For states that send no event.
 */
export async function eventually<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeoutMs = 10_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(POLL_INTERVAL_MS);
  }
}
