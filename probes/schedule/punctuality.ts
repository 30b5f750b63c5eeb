/** What has to be known of a check to see whether it runs on time. */
export interface PunctualCheck {
  readonly id: string;
  readonly periodMs: number;
}

const LATE_AFTER_PERIODS = 3;

/** Knows whether checks run on time and their results are kept, stored or spooled. */
export class Punctuality {
  /** When each check was last seen to, by check id. */
  readonly #doneMs = new Map<string, number>();

  /** A slot of the check was seen to: its result is kept, or another prober has it. */
  done(checkId: string, nowMs: number): void {
    this.#doneMs.set(checkId, nowMs);
  }

  /**
   * Whether each of `checks` was seen to within its last three periods; one that is new has as long from now on.
   *
   * By distance, so that a clock that was set back is noticed and not believed.
   */
  isOnTime(checks: readonly PunctualCheck[], nowMs: number): boolean {
    return checks.every(({ id, periodMs }) => {
      const doneMs = this.#doneMs.get(id);
      if (doneMs === undefined) this.#doneMs.set(id, nowMs);
      return Math.abs(nowMs - (doneMs ?? nowMs)) <= LATE_AFTER_PERIODS * periodMs;
    });
  }
}
