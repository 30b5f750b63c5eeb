export interface UtteranceText {
  readonly text: string;
  /** Code points. */
  readonly characters: number;
}

/** The texts between two flushes, which arrive one by one until it is finished or cut. */
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

  /** Stops the speech, and with it all texts that wait. */
  cut(): void {
    this.#cut.abort();
    this.#wake();
  }

  /** Yields the texts as they arrive; throws the signal's reason once the utterance is cut. */
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
