/** What the person who started a program can mend; the message is one line for them, or empty where it was told already. */
export class Fault extends Error {}

/** Ends this process with the message of a fault and exit code 1; throws any other error again. */
export function endWith(error: unknown): void {
  if (!(error instanceof Fault)) throw error;
  if (error.message !== "") process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
