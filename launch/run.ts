import { endWith } from "#runtime/fault.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { StopSignals } from "#runtime/stop-signals.ts";
import { ServiceDidNotStart } from "./service-process.ts";

/**
 * Runs a program until SIGTERM or SIGINT, which aborts `stop`; exits with 0 then, and with 1 after a fault or at a second
 * signal.
 */
export async function run(program: (stop: AbortSignal) => Promise<void>): Promise<void> {
  writeForOwnerAlone();
  const { requested, hurried } = new StopSignals();
  hurried.addEventListener("abort", () => process.exit(1));
  try {
    await program(requested);
  } catch (error) {
    // Ctrl-C also reaches the child, which may end before it listens: that is not a fault.
    if (!(requested.aborted && error instanceof ServiceDidNotStart)) endWith(error);
  }
}
