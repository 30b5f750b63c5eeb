import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** Thrown when so many callers wait that another one would wait for too long. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** Rests shorter than a timer can tell are taken together, in milliseconds. */
const MIN_REST_MS = 1;
/** Longest rest between two turns, in milliseconds. */
const MAX_REST_MS = 50;

/** Maximum share of the time that turns may take. */
interface Pace {
  /** The largest share, above 0 and below 1. */
  readonly share: number;
  /** Returns the time that was spent so far on what has turns, in milliseconds. */
  readonly spentMs: () => number;
}

/**
 * A queue for work that blocks the event loop for a while: each caller starts in its own turn, so that other work runs in
 * between. With a pace, it rests between turns.
 */
export class Turns {
  readonly #max: number;
  readonly #pace: Pace | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #restedAtSpentMs = 0;
  #lastTurnMs = 0;

  constructor(max: number, pace?: Pace) {
    this.#max = max;
    this.#pace = pace;
  }

  /** Resolves when it is the caller's turn; rejects with QueueFull. */
  async wait(): Promise<void> {
    if (this.#waiting >= this.#max) throw new QueueFull(`${this.#max} wait already`);
    this.#waiting += 1;
    const mine = this.#last.then(() => this.#next());
    this.#last = mine;
    await mine;
    this.#waiting -= 1;
  }

  async #next(): Promise<void> {
    await nextTurn();
    if (this.#pace !== undefined) await this.#rest(this.#pace);
  }

  /** Rests for as long as what the last turns spent calls for. */
  async #rest({ share, spentMs }: Pace): Promise<void> {
    const isFirst = performance.now() - this.#lastTurnMs > MAX_REST_MS;
    const restMs = (spentMs() - this.#restedAtSpentMs) * (1 / share - 1);
    if (!isFirst && restMs >= MIN_REST_MS) await sleep(Math.min(restMs, MAX_REST_MS));
    if (isFirst || restMs >= MIN_REST_MS) this.#restedAtSpentMs = spentMs();
    this.#lastTurnMs = performance.now();
  }
}

/** Returns a function that runs what it is given one after the other. */
export function oneAtATime(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  let last: Promise<unknown> = Promise.resolve();
  return (make) => {
    const made = last.then(make);
    last = made.catch(() => undefined);
    return made;
  };
}

/**
 * Returns a function that shares one result of `make` among all calls until `make` begins. Runs of `make` follow each other,
 * with a turn of the event loop in between.
 */
export function madeInTurns<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let next: Promise<Made> | undefined;
  const inTurn = oneAtATime();
  return () =>
    (next ??= inTurn(async () => {
      await nextTurn();
      next = undefined;
      return make();
    }));
}
