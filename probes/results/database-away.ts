/** Classes of SQLSTATE that say something of the server or the connection, not of what was asked. */
const passingClasses: readonly string[] = [
  "08", // connection exception
  "25", // read-only or aborted transaction, as on a standby
  "28", // not let in
  "40", // deadlock, serialization
  "53", // disk full, out of memory, too many connections
  "55", // lock not available
  "57", // shutdown, statement timeout
  "58", // system error
  "XX", // internal error
];

const sqlstate = /^[0-9A-Z]{5}$/;

/**
 * Tells a database that is away, and takes the same work later, from one that refuses what it is given, and will again.
 *
 * Whatever is not a clear refusal counts as away: what is kept for later is not lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return !sqlstate.test(code) || passingClasses.includes(code.slice(0, 2));
}
