/** Something that is done again and again beside the checks. */
export interface Chore {
  /** For the log, e.g. `retention`. */
  readonly what: string;
  readonly intervalMs: number;
  readonly run: (nowMs: number) => Promise<void>;
}

/** Knows which chores are due. */
export class Chores {
  readonly #chores: readonly Chore[];
  readonly #begunMs = new Map<Chore, number>();
  readonly #running = new Set<Chore>();

  /** Those with an interval of an hour or more are due at once, others an interval from `nowMs`. */
  constructor(chores: readonly Chore[], nowMs: number) {
    this.#chores = chores;
    for (const chore of chores) {
      if (chore.intervalMs < AT_ONCE_FROM_MS) this.#begunMs.set(chore, nowMs);
    }
  }

  /**
   * The chores that are due at `nowMs`, each to be run by whoever asks; one that still runs is not due.
   *
   * By distance, so that a clock that was set back does not hold them up.
   */
  due(nowMs: number): { what: string; run: () => Promise<void> }[] {
    return this.#chores
      .filter((chore) => {
        const sinceMs = Math.abs(nowMs - (this.#begunMs.get(chore) ?? -Infinity));
        return !this.#running.has(chore) && sinceMs >= chore.intervalMs;
      })
      .map((chore) => {
        this.#begunMs.set(chore, nowMs);
        this.#running.add(chore);
        const run = () => chore.run(nowMs).finally(() => this.#running.delete(chore));
        return { what: chore.what, run };
      });
  }
}

const AT_ONCE_FROM_MS = 60 * 60_000;
