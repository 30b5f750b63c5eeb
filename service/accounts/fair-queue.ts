/** How much may wait: for one client, and for all together. */
export interface WaitingLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Does little at a time: a few pieces of work run, a few more wait for their turn, and further ones are refused.
 *
 * Clients take turns: whoever has much waiting delays others by no more than one piece. Where there is no room, the last piece of whoever has most
 * waiting is refused, not that of a client which has less.
 */
export class FairQueue {
  readonly #most: number;
  readonly #mostWaiting: WaitingLimits;
  readonly #busy: () => Error;
  /** What waits of each client, the client whose turn is next first. */
  readonly #waiting = new Map<string, readonly Waiting[]>();
  #running = 0;

  /** `busy` makes the error of what is refused. */
  constructor(most: number, mostWaiting: WaitingLimits, busy: () => Error) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#busy = busy;
  }

  /** Settles as the work does, in its turn; rejects at once where too many wait. */
  async run<Value>(client: string, work: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#most) this.#running += 1;
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
    const { ofOne, ofAll } = this.#mostWaiting;
    if (own.length >= ofOne) throw this.#busy();
    if (all >= ofAll) this.#makeRoom(own.length + 1);
    return new Promise((begin, refuse) => this.#waiting.set(client, [...own, { begin, refuse }]));
  }

  /** Refuses the last piece of the client that has most waiting; throws where that is no more than `fewer`. */
  #makeRoom(fewer: number): void {
    const [first, ...others] = this.#waiting;
    const most = others.reduce(
      (one, other) => (other[1].length > one[1].length ? other : one),
      first!,
    );
    const [client, pieces] = most;
    if (pieces.length <= fewer) throw this.#busy();
    this.#waiting.set(client, pieces.slice(0, -1));
    pieces.at(-1)?.refuse(this.#busy());
  }

  /** Takes out what begins next; its client is then the last to have a turn. */
  #next(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [client, [next, ...rest]] = turn;
    this.#waiting.delete(client);
    if (rest.length > 0) this.#waiting.set(client, rest);
    return next;
  }
}
