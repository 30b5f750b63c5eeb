import { setTimeout as sleep } from "node:timers/promises";
import { isWorthWaiting } from "./database-away.ts";

/** The part of a logger that reports the wait for a database. */
export interface WaitingLog {
  warn(details: object, message: string): void;
  info(message: string): void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Returns the pause after try number `tries`, which begins at 1: twice as long each time, up to 30 seconds. */
export function pauseAfterMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
}

/** Retries `reach` with exponential backoff; rejects when `stop` is aborted, or with an error that waiting does not fix. */
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
