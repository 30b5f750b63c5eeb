import type { Logger } from "pino";

/** Tasks that were started and have to end before the prober has stopped. */
export class BackgroundTasks {
  readonly #log: Logger;
  readonly #stopping: AbortSignal;
  readonly #tasks = new Set<Promise<void>>();

  constructor(log: Logger, stopping: AbortSignal) {
    this.#log = log;
    this.#stopping = stopping;
  }

  /**
   * Starts a task; the returned promise resolves with its end and never rejects: a failure is logged, unless the prober is
   * stopping.
   */
  start(name: string, run: () => Promise<void>): Promise<void> {
    const task = run()
      .catch((error: unknown) => {
        if (!this.#stopping.aborted) this.#log.error({ err: error }, `${name} failed`);
      })
      .finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
    return task;
  }

  /** Resolves when no task is left, including tasks that are started meanwhile. */
  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }
}
