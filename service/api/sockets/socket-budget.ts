import { LIMITS } from "../../contract/limits.ts";

const { messagesPerSecond, messagesAtOnce, workMsPerSecond, workMsAtOnce } = LIMITS.socket;

/** What one socket may still cost: messages, and processor time of the thread that all sockets share. */
export class SocketBudget {
  readonly #messages = new TokenBucket(messagesAtOnce, messagesPerSecond);
  readonly #workMs = new TokenBucket(workMsAtOnce, workMsPerSecond);

  /** Notes a message and the work that it was; says whether the socket may go on. */
  spend(workMs: number, nowMs: number): boolean {
    this.#messages.take(1, nowMs);
    this.#workMs.take(workMs, nowMs);
    return !this.#messages.isOverdrawn && !this.#workMs.isOverdrawn;
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

  get isOverdrawn(): boolean {
    return this.#left < 0;
  }

  take(tokens: number, nowMs: number): void {
    const seconds = (nowMs - (this.#atMs ?? nowMs)) / 1000;
    this.#atMs = nowMs;
    this.#left = Math.min(this.#most, this.#left + seconds * this.#perSecond) - tokens;
  }
}
