import { NoAnswer } from "./within.ts";

/** After so long without an answer the server is tried, by a question that it can answer at once. */
const DOUBT_AFTER_MS = 1_000;
const LOOK_AGAIN_MS = 500;

/**
 * Knows whether a server answers. While it does not the breaker is open: whoever asks fails at once, whoever waits is
 * told to wait no longer, and the breaker tries the server by itself until it answers.
 *
 * `trial` rejects where the server does not answer, after a while.
 */
export class CircuitBreaker implements Disposable {
  readonly #trial: () => Promise<void>;
  readonly #onChange: (isOpen: boolean, cause: unknown) => void;
  readonly #waiting = new Set<(reason: unknown) => void>();
  #isOpen = false;
  #openings = 0;
  #isDoubted = false;
  #isDisposed = false;
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(
    trial: () => Promise<void>,
    onChange: (isOpen: boolean, cause: unknown) => void = () => undefined,
  ) {
    this.#trial = trial;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How often it has opened: what was connected before may have been lost. */
  get openings(): number {
    return this.#openings;
  }

  /** Settles as `ask` does; rejects with NoAnswer while the breaker is open, or when it opens meanwhile. */
  async through<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#isOpen) throw new NoAnswer("the server does not answer, and is not asked");
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setInterval(() => void this.#doubt(), DOUBT_AFTER_MS);
    this.#waiting.add(reject);
    ask().then(resolve, reject);
    try {
      return await promise;
    } finally {
      clearInterval(timer);
      this.#waiting.delete(reject);
    }
  }

  /** Takes it as known that the server does not answer. */
  open(cause: unknown): void {
    if (this.#isOpen || this.#isDisposed) return;
    this.#isOpen = true;
    this.#openings += 1;
    for (const reject of this.#waiting) {
      reject(new NoAnswer("the server does not answer", { cause }));
    }
    this.#onChange(true, cause);
    this.#tryLater();
  }

  /** Tries no more; whoever waits goes on to wait. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#lookAgain);
  }

  /** A statement may take long, or wait for a lock, on a server that is well. */
  async #doubt(): Promise<void> {
    if (this.#isDoubted || this.#isOpen) return;
    this.#isDoubted = true;
    await this.#trial().catch((error: unknown) => this.open(error));
    this.#isDoubted = false;
  }

  #tryLater(): void {
    if (this.#isDisposed) return;
    this.#lookAgain = setTimeout(() => void this.#tryAgain(), LOOK_AGAIN_MS);
    this.#lookAgain.unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#trial();
    } catch {
      return this.#tryLater();
    }
    this.#isOpen = false;
    this.#onChange(false, undefined);
  }
}
