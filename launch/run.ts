/** An error class whose instances have a one-line message for the person who started the program. */
export type Fault = new (...parameters: never[]) => Error;

/**
 * Runs a program until SIGTERM or SIGINT, given to it as the abort of `stop`; exits 0 after it.
 *
 * One of `faults` ends it with its message on stderr and exit code 1; a fault in `toldFaults` likewise, without the message.
 */
export async function run(
  program: (stop: AbortSignal) => Promise<void>,
  faults: readonly Fault[],
  toldFaults: readonly Fault[] = [],
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop.abort());
  try {
    await program(stop.signal);
  } catch (error) {
    // Ctrl-C reaches a child too, which may end before it ever listened: that is no fault.
    if (stop.signal.aborted && isOneOf(error, toldFaults)) return;
    if (isOneOf(error, faults)) process.stderr.write(`${error.message}\n`);
    else if (!isOneOf(error, toldFaults)) throw error;
    process.exitCode = 1;
  }
}

function isOneOf(error: unknown, faults: readonly Fault[]): error is Error {
  return faults.some((fault) => error instanceof fault);
}

/** Resolves when `stop` is aborted. */
export async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}
