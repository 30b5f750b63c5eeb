import { MINUTE_MS } from "#units/time.ts";
import { setInterval } from "node:timers";

/** Detects stalls of this process: suspended, starved of CPU time, or blocked by its own work. */
export interface StallWatch {
  /** Returns the longest delay of the event loop since `monotonicMs`, in milliseconds. */
  longestSince(monotonicMs: number): number;
  stop(): void;
}

const WATCH_INTERVAL_MS = 250;
const REMEMBERED_MS = 10 * MINUTE_MS;

/** Starts watching the event loop by how late a short interval fires, on the monotonic clock. */
export function startStallWatch(): StallWatch {
  let lastMs = performance.now();
  let stalls: { endedMs: number; lengthMs: number }[] = [];
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const lengthMs = nowMs - lastMs - WATCH_INTERVAL_MS;
    lastMs = nowMs;
    if (lengthMs < WATCH_INTERVAL_MS) return;
    stalls = stalls.filter((stall) => stall.endedMs > nowMs - REMEMBERED_MS);
    stalls.push({ endedMs: nowMs, lengthMs });
  }, WATCH_INTERVAL_MS);
  return {
    longestSince(monotonicMs) {
      // The interval may not have fired yet after a stall that has just ended.
      const pendingMs = performance.now() - lastMs - WATCH_INTERVAL_MS;
      const ended = stalls.filter((stall) => stall.endedMs >= monotonicMs);
      return Math.max(0, pendingMs, ...ended.map((stall) => stall.lengthMs));
    },
    stop: () => clearInterval(timer),
  };
}
