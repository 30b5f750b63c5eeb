export interface UtteranceText {
  readonly text: string;
  /** Code points. */
  readonly characters: number;
}

/** What lies between two flushes: texts that come one by one, until it is finished or cut. */
export class Utterance {
  readonly #waiting: UtteranceText[] = [];
  readonly #cut = new AbortController();
  #isFinished = false;
  #wake = () => {};

  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  add(text: UtteranceText): void {
    this.#waiting.push(text);
    this.#wake();
  }

  finish(): void {
    this.#isFinished = true;
    this.#wake();
  }

  /** Breaks off what is being spoken, and with it all that waits. */
  cut(): void {
    this.#cut.abort();
    this.#wake();
  }

  /** Yields the texts as they come; throws the signal's reason once the utterance is cut. */
  async *texts(): AsyncGenerator<UtteranceText> {
    for (;;) {
      this.signal.throwIfAborted();
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#isFinished) return;
      else await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
