import type { Logger } from "pino";

/** Work that has been begun and has to end before the prober has stopped. */
export class WorkUnderWay {
  readonly #log: Logger;
  readonly #stopping: AbortSignal;
  readonly #work = new Set<Promise<void>>();

  constructor(log: Logger, stopping: AbortSignal) {
    this.#log = log;
    this.#stopping = stopping;
  }

  /** Runs `work`; its failure is logged and no more, and not even that while the prober stops. */
  begin(what: string, work: () => Promise<void>): Promise<void> {
    const guarded = work()
      .catch((error: unknown) => {
        if (this.#stopping.aborted) return;
        this.#log.error({ err: error }, `${what} failed`);
      })
      .finally(() => this.#work.delete(guarded));
    this.#work.add(guarded);
    return guarded;
  }

  /** Settles when nothing is under way, what began meanwhile included. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
}
