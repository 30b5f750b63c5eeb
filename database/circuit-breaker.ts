import { NoAnswer } from "./within.ts";

/** A request pending for this long triggers a trial: a query that the server can answer at once. */
const DOUBT_AFTER_MS = 1_000;
const LOOK_AGAIN_MS = 500;

/**
 * A circuit breaker for a server. While the server does not answer, the breaker is open: new and pending requests are
 * rejected at once, and the breaker itself tries the server until it answers.
 *
 * `trial` must reject, after a timeout, if the server does not answer.
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

  /** How many times it has opened; connections made before may have been lost. */
  get openings(): number {
    return this.#openings;
  }

  /** Runs `ask` and settles as it does; rejects with NoAnswer if the breaker is open or opens meanwhile. */
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

  /** Opens the breaker, on the knowledge that the server does not answer. */
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

  /** Stops trying the server; pending requests stay pending. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#lookAgain);
  }

  /** Opens the breaker only if a trial fails: a statement may be slow, or wait for a lock, on a healthy server. */
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
