/** SQLSTATEs, or their classes, that speak of the server or the connection and not of the statement. */
const passing: readonly string[] = [
  "08", // connection exception
  "25006", // read-only transaction, as on a standby
  "28", // login refused
  "3D000", // no such database
  "40", // deadlock, serialization
  "53", // disk full, out of memory, too many connections
  "55", // lock not available
  "57", // shutdown, statement timeout
  "58", // system error
  "XX", // internal error
];

const sqlstate = /^[0-9A-Z]{5}$/;

/**
 * Tells whether an error of a query says that the database cannot serve now, so that the same query may succeed later.
 *
 * A statement that the database refuses, and would refuse again, is not that: it is a fault of the data or of the program.
 */
export function isDatabaseAway(error: unknown): boolean {
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return true;
  if (code !== undefined && sqlstate.test(code)) {
    return passing.some((prefix) => code.startsWith(prefix));
  }
  // For a connection that ended, or an embedded database that was closed, the drivers have no code and no class of their own;
  // an embedded database that crashed says so as WebAssembly does.
  return error.constructor === Error || error instanceof WebAssembly.RuntimeError;
}
