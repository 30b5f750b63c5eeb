import { setImmediate as nextTurn } from "node:timers/promises";

/** So many callers are waiting that another one would wait for too long. */
export class TooManyWait extends Error {
  override readonly name = "TooManyWait";
}

/**
 * A queue for work that blocks the event loop for a while: each caller starts in its own turn, so that other work runs in
 * between.
 */
export class Turns {
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when it is the caller's turn; rejects with TooManyWait. */
  async wait(): Promise<void> {
    if (this.#waiting >= this.#most) throw new TooManyWait(`${this.#most} wait already`);
    this.#waiting += 1;
    const mine = this.#last.then(() => nextTurn());
    this.#last = mine;
    await mine;
    this.#waiting -= 1;
  }
}

/**
 * Returns a function that shares one result of `make` among all calls until `make` begins. Runs of `make` follow each other,
 * with a turn of the event loop in between.
 */
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
