import { endWith } from "#settings/fault.ts";
import { writeForOwnerAlone } from "#settings/private-directory.ts";
import { ServiceDidNotStart } from "./service-process.ts";

/** Runs a program until SIGTERM or SIGINT, given to it as the abort of `stop`; exits 0 after it, and 1 after a fault. */
export async function run(program: (stop: AbortSignal) => Promise<void>): Promise<void> {
  writeForOwnerAlone();
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop.abort());
  try {
    await program(stop.signal);
  } catch (error) {
    // Ctrl-C reaches a child too, which may end before it ever listened: that is no fault.
    if (!(stop.signal.aborted && error instanceof ServiceDidNotStart)) endWith(error);
  }
}

/** Resolves when `stop` is aborted. */
export async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}
