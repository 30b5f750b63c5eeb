/** Maximum number of waiting tasks: per client, and in total. */
export interface WaitingLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Runs a few tasks at a time; a few more wait for their turn, and further ones are refused.
 *
 * Clients take turns: a client with many waiting tasks delays others by at most one task. When the queue is full, the last task
 * of the client with the most waiting tasks is refused, not that of a client with fewer.
 */
export class FairQueue {
  readonly #max: number;
  readonly #maxWaiting: WaitingLimits;
  readonly #busy: () => Error;
  /** Waiting tasks by client; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, readonly Waiting[]>();
  #running = 0;

  /** `busy` creates the error for refused tasks. */
  constructor(max: number, maxWaiting: WaitingLimits, busy: () => Error) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
    this.#busy = busy;
  }

  /** Runs `work` when its turn comes and settles as it does; rejects when too many tasks wait. */
  async run<Value>(client: string, work: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#max) this.#running += 1;
    else await this.#turn(client);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.begin();
    }
  }

  #turn(client: string): Promise<void> {
    const own = this.#waiting.get(client) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    const { ofOne, ofAll } = this.#maxWaiting;
    if (own.length >= ofOne) throw this.#busy();
    if (all >= ofAll) this.#makeRoom(own.length + 1);
    return new Promise((begin, refuse) => this.#waiting.set(client, [...own, { begin, refuse }]));
  }

  /** Refuses the last task of the client with the most waiting tasks; throws where that is no more than `fewer`. */
  #makeRoom(fewer: number): void {
    const [first, ...others] = this.#waiting;
    const max = others.reduce(
      (one, other) => (other[1].length > one[1].length ? other : one),
      first!,
    );
    const [client, pieces] = max;
    if (pieces.length <= fewer) throw this.#busy();
    this.#waiting.set(client, pieces.slice(0, -1));
    pieces.at(-1)?.refuse(this.#busy());
  }

  /** Removes and returns the task that begins next; its client then goes to the end of the queue. */
  #next(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [client, [next, ...rest]] = turn;
    this.#waiting.delete(client);
    if (rest.length > 0) this.#waiting.set(client, rest);
    return next;
  }
}
