import type { StallWatch } from "../../probes/run/stall-watch.ts";

/** For a clock that is moved: how long the machine really takes says nothing. */
export const neverStalled: StallWatch = { longestSince: () => 0, stop: () => {} };

/** A clock that stands still until it is moved, and ticks every second that it is moved over. */
export class TestClock {
  /** Milliseconds since the epoch. */
  nowMs = Date.parse("2026-11-21T12:00:30Z");
  readonly #callbacks = new Set<() => void>();

  now = (): number => this.nowMs;

  /** The database's, as far as the prober is told. */
  databaseNow = (): Promise<number> => Promise.resolve(this.nowMs);

  /** Retries come at once: no time passes while a check runs. */
  wait = (): Promise<void> => Promise.resolve();

  tick = (callback: () => void): (() => void) => {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  };

  /** Moves on second by second, each time until `settle` has settled. */
  async pass(seconds: number, settle: () => Promise<void>): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.nowMs += 1000;
      for (const callback of this.#callbacks) callback();
      await settle();
    }
  }

  /** Jumps to a time, forward or back, and ticks once. */
  async moveTo(nowMs: number, settle: () => Promise<void> | undefined): Promise<void> {
    this.nowMs = nowMs;
    for (const callback of this.#callbacks) callback();
    await settle();
  }
}
