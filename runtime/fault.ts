/** Exit codes of the commands. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

/** An error that the person who started a program can fix; the message is one line for them, or empty if already reported. */
export class Fault extends Error {}

/** Prints the message of a `Fault`, or of a system call that failed, and sets the exit code; rethrows any other error. */
export function endWith(error: unknown): void {
  if (!(error instanceof Fault) && !isRefusedByMachine(error)) throw error;
  if (error.message !== "") process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT.failed;
}

/** Recognizes errors of files and sockets; Node's message is one line with the code, the call, and the path or address. */
function isRefusedByMachine(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && typeof error.syscall === "string";
}
