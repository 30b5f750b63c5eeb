import type { Activity } from "../contract/activities.ts";

/** The weight of the last stay in the mean: about twenty of them say how long they are. */
const WEIGHT = 0.1;

/** Knows how long those who were let in stayed lately, in this process. */
export class Stays {
  readonly #nowMs: () => number;
  readonly #meanMs = new Map<Activity, number>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Begins a stay; what it returns ends it, and does nothing more when it is called again. */
  begin(activity: Activity): () => void {
    const begunAtMs = this.#nowMs();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const stayedMs = this.#nowMs() - begunAtMs;
      const meanMs = this.#meanMs.get(activity) ?? stayedMs;
      this.#meanMs.set(activity, meanMs + (stayedMs - meanMs) * WEIGHT);
    };
  }

  /** Estimates after how long one of so many that run ends; 0 as long as none has ended. */
  secondsUntilOneEnds(activity: Activity, running: number): number {
    return (this.#meanMs.get(activity) ?? 0) / 1000 / Math.max(running, 1);
  }
}
