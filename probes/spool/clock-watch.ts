import type { Logger } from "pino";
import { within } from "#database/within.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "#monitor/domain/clock.ts";
import { ASK_LIMIT_MS } from "./database-presence.ts";

interface ClockWatchOptions {
  /** This machine's wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns the database's time, in the same unit; rejects while it is away. */
  readonly databaseNow: () => Promise<number>;
  /** Called after each comparison with how far this clock is ahead. */
  readonly onCompared: (differenceMs: number) => void;
  readonly log: Logger;
}

const HOLDS_FOR_MS = 10_000;
/** A clock that moved by this much more or less than the time that passed was set. */
const SET_BY_MS = 1_000;

/**
 * Compares the prober's clock with the database's, which all probers and readers rely on: what is dated by a clock far from it
 * would lie in the future, or be too old to count.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #compared: { monotonicMs: number; wallMs: number; differenceMs: number } | undefined;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Returns whether this clock is too far from the database's for its slots to count; rejects while the database is away. */
  async isOff(): Promise<boolean> {
    return Math.abs(await this.differenceMs()) > MAX_CLOCK_DIFFERENCE_MS;
  }

  /**
   * Returns how far this clock is ahead of the database's, negative when it is behind; 0 when the database's time lies between
   * query and answer. A comparison is reused for ten seconds, unless this clock is set meanwhile.
   */
  async differenceMs(): Promise<number> {
    const { now, databaseNow } = this.#options;
    const last = this.#compared;
    if (last !== undefined) {
      const passedMs = performance.now() - last.monotonicMs;
      const isSet = Math.abs(now() - last.wallMs - passedMs) > SET_BY_MS;
      if (passedMs < HOLDS_FOR_MS && !isSet) return last.differenceMs;
    }
    const beforeMs = now();
    const databaseMs = await within(ASK_LIMIT_MS, databaseNow());
    const wallMs = now();
    const differenceMs = Math.max(0, beforeMs - databaseMs) - Math.max(0, databaseMs - wallMs);
    this.#note(last?.differenceMs ?? 0, differenceMs);
    this.#compared = { monotonicMs: performance.now(), wallMs, differenceMs };
    return differenceMs;
  }

  #note(beforeMs: number, differenceMs: number): void {
    const { onCompared, log } = this.#options;
    onCompared(differenceMs);
    const isOff = Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS;
    const wasOff = Math.abs(beforeMs) > MAX_CLOCK_DIFFERENCE_MS;
    const aheadSeconds = Math.round(differenceMs / 1000);
    if (isOff && !wasOff) {
      log.error({ aheadSeconds }, "this clock is not the database's: no slot is run until it is");
    } else if (wasOff && !isOff) {
      log.info({ aheadSeconds }, "this clock is right again: slots are run");
    }
  }
}
