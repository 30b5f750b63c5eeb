import { LIMITS } from "../../contract/limits.ts";

const { messagesPerSecond, messagesAtOnce, workMsPerSecond, workMsAtOnce } = LIMITS.socket;

/** What becomes of a socket after a message: whether it may go on, and for how long nothing more of it is read first. */
export interface Verdict {
  readonly mayGoOn: boolean;
  readonly restMs: number;
}

/** What one socket may still cost: messages, and processor time of the thread that all sockets share. */
export class SocketBudget {
  readonly #messages = new TokenBucket(messagesAtOnce, messagesPerSecond);
  readonly #workMs = new TokenBucket(workMsAtOnce, workMsPerSecond);

  /**
   * Notes a message and the work that it was. Work beyond the budget is waited for, as audio makes that comes faster than it is
   * spoken; a socket ends by more messages than it may send, or by as much work again before it rests.
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
  readonly #most: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number | undefined;

  constructor(most: number, perSecond: number) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#left = most;
  }

  /** Takes tokens and returns how many are left, below zero where there were too few. */
  take(tokens: number, nowMs: number): number {
    const seconds = (nowMs - (this.#atMs ?? nowMs)) / 1000;
    this.#atMs = nowMs;
    this.#left = Math.min(this.#most, this.#left + seconds * this.#perSecond) - tokens;
    return this.#left;
  }
}
