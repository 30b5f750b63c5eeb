import { setTimeout as sleep } from "node:timers/promises";
import { isWorthWaiting } from "./database-away.ts";

/** Who is told how the wait for a database goes; a log, usually. */
export interface WaitingLog {
  warn(details: object, message: string): void;
  info(message: string): void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Returns how long to wait after the try of this number, the first being 1: twice as long each time, up to half a minute. */
export function pauseAfterMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
}

/** Tries to reach a database again and again after growing pauses, until it is reached, `stop` is aborted or waiting is of no use. */
export async function reachLater(
  reach: () => Promise<void>,
  fault: unknown,
  log: WaitingLog,
  stop: AbortSignal,
): Promise<void> {
  const reason = fault instanceof Error ? fault.message : String(fault);
  log.warn(
    { reason },
    "the database is away: this program waits for it, and tries again at least every 30 seconds",
  );
  for (let tries = 1; ; tries += 1) {
    await sleep(pauseAfterMs(tries), undefined, { signal: stop });
    try {
      await reach();
      log.info("the database is there");
      return;
    } catch (error) {
      if (!isWorthWaiting(error)) throw error;
    }
  }
}
