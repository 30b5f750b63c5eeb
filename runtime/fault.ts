/** What the person who started a program can mend; the message is one line for them, or empty where it was told already. */
export class Fault extends Error {}

/**
 * Ends this process with the message of a fault, or of a system call that the machine refused, and exit code 1; throws any other error
 * again.
 */
export function endWith(error: unknown): void {
  if (!(error instanceof Fault) && !isRefusedByMachine(error)) throw error;
  if (error.message !== "") process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Of files and addresses; Node's message is a line with the code, the call, and the file or address. */
function isRefusedByMachine(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && typeof error.syscall === "string";
}
