import type { Logger } from "pino";
import { isDatabaseAway } from "#database/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import { readDatabaseClock } from "#monitor/store/database-clock.ts";
import type { ProberMetrics } from "../metrics/prober-metrics.ts";

interface DatabasePresenceOptions {
  readonly db: Database;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

/** How long the database may take to say its time before it counts as away. */
export const ASK_LIMIT_MS = 5_000;

/** Tracks from the outcome of statements whether the database is available. */
export class DatabasePresence {
  readonly #options: DatabasePresenceOptions;
  #awaySinceMs: number | undefined;
  /** When it was last found to be back, by the monotonic clock. */
  #backMonotonicMs = -Infinity;
  #lastQuery: { readonly monotonicMs: number; readonly isUp: Promise<boolean> } | undefined;

  constructor(options: DatabasePresenceOptions) {
    this.#options = options;
  }

  /** Whether the database could be reached when it was last used. */
  get isUp(): boolean {
    return this.#awaySinceMs === undefined;
  }

  /**
   * Returns whether the database was away at any moment since `monotonicMs`, or is now: it is queried, once for all concurrent
   * calls.
   */
  async wasAwaySince(monotonicMs: number): Promise<boolean> {
    if (!this.isUp || this.#backMonotonicMs >= monotonicMs) return true;
    if (this.#lastQuery === undefined || this.#lastQuery.monotonicMs < monotonicMs) {
      this.#lastQuery = { monotonicMs: performance.now(), isUp: this.#ask() };
    }
    return !(await this.#lastQuery.isUp);
  }

  /** Notes that the database is away, or that a statement failed although it is available. */
  noteFault(error: unknown): void {
    const { log, metrics, now } = this.#options;
    if (!isDatabaseAway(error)) {
      metrics.countQueryError();
      log.error({ err: error }, "a statement failed though the database is there");
    } else if (this.isUp) {
      this.#awaySinceMs = now();
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, "the database is away: checks go on, their results are spooled");
    }
  }

  /** Notes that the database is available again. */
  noteBack(): void {
    const { log, now } = this.#options;
    if (this.#awaySinceMs === undefined) return;
    const awayMs = now() - this.#awaySinceMs;
    this.#awaySinceMs = undefined;
    this.#backMonotonicMs = performance.now();
    log.info({ awaySeconds: Math.round(awayMs / 1000) }, "the database is back");
  }

  async #ask(): Promise<boolean> {
    try {
      await within(ASK_LIMIT_MS, readDatabaseClock(this.#options.db));
    } catch (error) {
      this.noteFault(error);
    }
    return this.isUp;
  }
}
