import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import { NotReachedYet } from "#database/open-database.ts";

interface Polled {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** Counts a round that failed though the database answered. */
  readonly countError: () => void;
  readonly logger: FastifyBaseLogger;
  /** The log messages for a round that failed, and for one without the database. */
  readonly failed: string;
  readonly away: string;
}

/** Calls `work` again and again, `everyMs` apart; disposing it lets the current round end. */
export function startPolling(polled: Polled): AsyncDisposable {
  const { everyMs, work, countError, logger } = polled;
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    let failing: "away" | "failed" | undefined;
    do {
      try {
        await work();
        failing = undefined;
      } catch (error) {
        const last = failing;
        failing = isDatabaseAway(error) ? "away" : "failed";
        if (failing === "failed") countError();
        // A lasting fault is logged once, not every round.
        if (failing === last) continue;
        if (failing === "failed") logger.error({ err: error }, polled.failed);
        else if (!(error instanceof NotReachedYet)) {
          logger.warn({ reason: reasonOf(error) }, polled.away);
        }
      }
    } while (await sleep(everyMs, true, { signal: stopping.signal }).catch(() => false));
  };
  const polling = poll();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await polling;
    },
  };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
