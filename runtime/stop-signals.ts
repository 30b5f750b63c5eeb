/**
 * Ctrl-C arrives from the terminal, from npm and from the parent program; within this time after the first it is the same
 * signal.
 */
const SAME_MS = 1_000;

/**
 * The signals that end this process: SIGTERM and SIGINT. SIGHUP makes its listeners reload what they have read and ends
 * nothing, except in a terminal, where it means that the terminal is gone and ends the process as by default.
 */
export class StopSignals {
  readonly #requested = new AbortController();
  readonly #hurried = new AbortController();
  #requestedAtMs = 0;

  constructor() {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => this.tell());
    if (!process.stdout.isTTY) process.on("SIGHUP", () => {});
  }

  /** Aborted by the first signal. */
  get requested(): AbortSignal {
    return this.#requested.signal;
  }

  /** Aborted by a later signal: its sender does not want to wait for work in progress. */
  get hurried(): AbortSignal {
    return this.#hurried.signal;
  }

  /** Acts as if a signal had arrived. */
  tell(): void {
    if (!this.requested.aborted) this.ask();
    else if (performance.now() - this.#requestedAtMs > SAME_MS) this.#hurried.abort();
  }

  /** Acts as if the first signal had arrived; does nothing if it has. */
  ask(): void {
    if (this.requested.aborted) return;
    this.#requestedAtMs = performance.now();
    this.#requested.abort();
  }
}

/** Resolves when `signal` is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}

/** Like `aborted`, but rejects when `work` rejects first. */
export function abortedUnlessFailed(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  const stopped = aborted(signal);
  return Promise.race([stopped, work.then(() => stopped)]);
}
