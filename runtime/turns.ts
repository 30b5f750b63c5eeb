import { setImmediate as nextTurn } from "node:timers/promises";

/** So much waits already that one more would wait for long. */
export class TooManyWait extends Error {
  override readonly name = "TooManyWait";
}

/** Lets what takes a while of the event loop begin one by one, so that others have their turn in between. */
export class Turns {
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when it is one's turn; rejects with TooManyWait. */
  async wait(): Promise<void> {
    if (this.#waiting >= this.#most) throw new TooManyWait(`${this.#most} wait already`);
    this.#waiting += 1;
    const mine = this.#last.then(() => nextTurn());
    this.#last = mine;
    await mine;
    this.#waiting -= 1;
  }
}

/** Makes the same for all who ask before it is begun, one after the other, and lets others have their turn in between. */
export function madeInTurns<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let next: Promise<Made> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    next ??= last.then(async () => {
      await nextTurn();
      next = undefined;
      return make();
    });
    last = next.catch(() => undefined);
    return next;
  };
}
