/** After this many further jobs, the weight of a job has fallen to about a third. */
const JOBS = 50;
const MAX_FACTOR = 10;

/** Measures, while jobs wait, the ratio of their actual to their estimated duration: other programs may slow the machine. */
export class WorkPace {
  #tookSeconds = 0;
  #estimatedSeconds = 0;
  /** When the last job ended; undefined if none waited then, because the time until the next end would include idle time. */
  #lastEndMs: number | undefined;

  /** Records that a job ended, and whether others wait. */
  ended(workSeconds: number, areOthersWaiting: boolean, nowMs: number): void {
    if (this.#lastEndMs !== undefined) {
      const kept = 1 - 1 / JOBS;
      this.#tookSeconds = this.#tookSeconds * kept + (nowMs - this.#lastEndMs) / 1000;
      this.#estimatedSeconds = this.#estimatedSeconds * kept + workSeconds;
    }
    this.#lastEndMs = areOthersWaiting ? nowMs : undefined;
  }

  /** Ratio of the actual to the estimated duration of jobs, 1 to 10. */
  get slowness(): number {
    if (this.#estimatedSeconds === 0) return 1;
    return Math.min(Math.max(this.#tookSeconds / this.#estimatedSeconds, 1), MAX_FACTOR);
  }
}
