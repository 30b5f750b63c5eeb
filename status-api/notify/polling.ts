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
  /** What a line says of a round that failed, and of one without the database. */
  readonly failed: string;
  readonly away: string;
}

/** Does `work` again and again; disposing it lets the round that is under way end. */
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
        // A fault that lasts is told once, not every second.
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
