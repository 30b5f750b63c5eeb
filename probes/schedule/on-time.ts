import type { ScheduledCheck } from "./schedule.ts";

const LATE_AFTER_PERIODS = 3;

/** Tracks whether checks run on time and their results are kept, stored or spooled. */
export class OnTimeTracker {
  /** When each check was last completed, by check id. */
  readonly #completedMs = new Map<string, number>();

  /** Notes that a slot of the check is done: its result is kept, or another prober has it. */
  completed(checkId: string, nowMs: number): void {
    this.#completedMs.set(checkId, nowMs);
  }

  /** Returns whether each of `checks` was completed within its last three periods; a new one has three periods from now. */
  isOnTime(checks: readonly Pick<ScheduledCheck, "id" | "periodMs">[], nowMs: number): boolean {
    return checks.every(({ id, periodMs }) => {
      const completedMs = this.#completedMs.get(id);
      if (completedMs === undefined) this.#completedMs.set(id, nowMs);
      // The absolute difference, so that a clock that was set back is noticed and not trusted.
      return Math.abs(nowMs - (completedMs ?? nowMs)) <= LATE_AFTER_PERIODS * periodMs;
    });
  }
}
