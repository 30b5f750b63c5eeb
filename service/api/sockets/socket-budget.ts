import { LIMITS } from "../../contract/limits.ts";

const { messagesPerSecond, messagesAtOnce, workMsPerSecond, workMsAtOnce } = LIMITS.socket;

/** Result of a message: whether the socket may go on, and for how long reading pauses first. */
export interface Verdict {
  readonly mayGoOn: boolean;
  readonly restMs: number;
}

/** Budget of one socket: messages, and CPU time of the thread that all sockets share. */
export class SocketBudget {
  readonly #messages = new TokenBucket(messagesAtOnce, messagesPerSecond);
  readonly #workMs = new TokenBucket(workMsAtOnce, workMsPerSecond);

  /**
   * Counts a message and its CPU time. Reading pauses for time beyond the budget, as for audio that arrives faster than real
   * time. A socket ends when it sends too many messages, or exceeds the time budget by `workMsAtOnce` before it pauses.
   */
  spend(workMs: number, nowMs: number): Verdict {
    const messagesLeft = this.#messages.take(1, nowMs);
    const workMsLeft = this.#workMs.take(workMs, nowMs);
    return {
      mayGoOn: messagesLeft >= 0 && workMsLeft >= -workMsAtOnce,
      restMs: workMsLeft < 0 ? (-workMsLeft / workMsPerSecond) * 1000 : 0,
    };
  }
}

class TokenBucket {
  readonly #max: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number | undefined;

  constructor(max: number, perSecond: number) {
    this.#max = max;
    this.#perSecond = perSecond;
    this.#left = max;
  }

  /** Takes tokens and returns how many are left; negative if there were too few. */
  take(tokens: number, nowMs: number): number {
    const seconds = (nowMs - (this.#atMs ?? nowMs)) / 1000;
    this.#atMs = nowMs;
    this.#left = Math.min(this.#max, this.#left + seconds * this.#perSecond) - tokens;
    return this.#left;
  }
}
