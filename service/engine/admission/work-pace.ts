/** What earlier jobs say after so many others counts a third as much. */
const JOBS = 50;
const MOST = 10;

/** Learns, while jobs wait, how many times as long as estimated their work takes: the machine may do much else. */
export class WorkPace {
  #tookSeconds = 0;
  #estimatedSeconds = 0;
  /** When the last job ended; undefined where none waited then, and what came after says nothing. */
  #lastEndMs: number | undefined;

  /** Notes that a job ended, and whether others wait. */
  ended(workSeconds: number, areOthersWaiting: boolean, nowMs: number): void {
    if (this.#lastEndMs !== undefined) {
      const kept = 1 - 1 / JOBS;
      this.#tookSeconds = this.#tookSeconds * kept + (nowMs - this.#lastEndMs) / 1000;
      this.#estimatedSeconds = this.#estimatedSeconds * kept + workSeconds;
    }
    this.#lastEndMs = areOthersWaiting ? nowMs : undefined;
  }

  /** How many times as long as estimated work takes, 1 to 10. */
  get slowness(): number {
    if (this.#estimatedSeconds === 0) return 1;
    return Math.min(Math.max(this.#tookSeconds / this.#estimatedSeconds, 1), MOST);
  }
}
