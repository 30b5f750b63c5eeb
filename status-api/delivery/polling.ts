import { HOUR_MS } from "#units/time.ts";
import type { FastifyBaseLogger } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import { NotReachedYet } from "#database/open-database.ts";
import { reasonOf } from "#runtime/reason.ts";
import { startRecurring } from "#runtime/recurring.ts";

interface Polled {
  /** Sends what is due. */
  readonly work: () => Promise<void>;
  /** Tells the metrics what waits. */
  readonly tellBacklog: () => Promise<void>;
  /** Deletes what is over. */
  readonly forget: () => Promise<void>;
  /** Counts a round that failed though the database answered. */
  readonly countError: () => void;
  readonly logger: FastifyBaseLogger;
  /** The log messages for a round that failed, and for one without the database. */
  readonly failed: string;
  readonly away: string;
}

const POLL_MS = 1_000;
const BACKLOG_MS = 10_000;
const FORGET_MS = HOUR_MS;

/**
 * Sends what is due to subscribers or people on call again and again, and now and then tells the metrics and tidies up;
 * disposing it lets the current round end.
 *
 * @param everyMs is the time between two rounds
 */
export function startPolling(polled: Polled, everyMs = POLL_MS): AsyncDisposable {
  const { work, countError, logger } = polled;
  const tellBacklog = spaced(BACKLOG_MS, polled.tellBacklog);
  const forget = spaced(FORGET_MS, polled.forget);
  let failing: "away" | "failed" | undefined;
  return startRecurring(async () => {
    try {
      await work();
      await tellBacklog();
      await forget();
      failing = undefined;
    } catch (error) {
      const last = failing;
      failing = isDatabaseAway(error) ? "away" : "failed";
      if (failing === "failed") countError();
      // A lasting fault is logged once, not every round.
      if (failing === last) return everyMs;
      if (failing === "failed") logger.error({ err: error }, polled.failed);
      else if (!(error instanceof NotReachedYet)) {
        logger.warn({ reason: reasonOf(error) }, polled.away);
      }
    }
    return everyMs;
  });
}

/** Returns a function that does `work` when it is first called, and again at most every `everyMs`; failed work is done again. */
export function spaced(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let doneAtMs = -Infinity;
  return async () => {
    if (performance.now() - doneAtMs < everyMs) return;
    await work();
    doneAtMs = performance.now();
  };
}
