/** Ctrl-C comes from the terminal, from npm and from the program that started this one: so soon after the first it is the same. */
const SAME_MS = 1_000;

/**
 * What tells this process to end: SIGTERM and SIGINT. SIGHUP has those who listen to it read anew what they read, and ends nothing, but in a
 * terminal it says that the terminal is gone, and ends the process as ever.
 */
export class StopSignals {
  readonly #asked = new AbortController();
  readonly #hurried = new AbortController();
  #askedAtMs = 0;

  constructor() {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => this.tell());
    if (!process.stdout.isTTY) process.on("SIGHUP", () => {});
  }

  /** Aborted by the first signal. */
  get asked(): AbortSignal {
    return this.#asked.signal;
  }

  /** Aborted by a later signal: whoever sent it does not wait for what still runs. */
  get hurried(): AbortSignal {
    return this.#hurried.signal;
  }

  /** Stops as a signal would. */
  tell(): void {
    if (!this.asked.aborted) this.ask();
    else if (performance.now() - this.#askedAtMs > SAME_MS) this.#hurried.abort();
  }

  /** Does what the first signal does, however often. */
  ask(): void {
    if (this.asked.aborted) return;
    this.#askedAtMs = performance.now();
    this.#asked.abort();
  }
}

/** Resolves when `signal` is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}

/** The same, and rejects when `work` does before. */
export function abortedUnlessFailed(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  const stopped = aborted(signal);
  return Promise.race([stopped, work.then(() => stopped)]);
}
