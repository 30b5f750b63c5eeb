/** Does little at a time: a few pieces of work run, a few more wait for their turn, and further ones are refused. */
export class FewAtOnce {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #busy: () => Error;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `busy` makes the error of what is refused. */
  constructor(most: number, mostWaiting: number, busy: () => Error) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#busy = busy;
  }

  /** Settles as the work does, in its turn; rejects at once where too many wait. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#most) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) throw this.#busy();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
