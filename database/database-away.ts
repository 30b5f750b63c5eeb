import { NoAnswer } from "./within.ts";

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

/** Node's codes of connections, some of which come without the system call, and of TLS. */
const connectionCode =
  /^(ECONN|EPIPE$|ETIMEDOUT$|ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** What pg and kysely say, without a code, of a connection that ended or is not to be had, or of a closed database. */
const messages: readonly RegExp[] = [
  /^Connection terminated/,
  /^timeout (expired|exceeded when trying to connect)/,
  /^Query read timeout/,
  /^Client (has encountered a connection error|was closed) and is not queryable/,
  /^Cannot use a pool after calling end/,
  /^Postgres connection has been discarded/,
  /^driver has already been destroyed/,
  /SSL connection/,
  /^SASL: /,
];

/**
 * Tells whether an error of a query says that the database cannot serve now, so that the same query may succeed later.
 *
 * A statement that the database refuses, and would refuse again, is not that: it is a fault of the data or of the program.
 */
export function isDatabaseAway(error: unknown): boolean {
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof NoAnswer) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined || connectionCode.test(code ?? "")) return true;
  if (code !== undefined && sqlstate.test(code)) {
    return passing.some((prefix) => code.startsWith(prefix));
  }
  return messages.some((message) => message.test(error.message));
}

/** SQLSTATEs of a server that answers and will not let us in, which no waiting mends. */
const refusals: readonly string[] = ["28", "3D000"];

/**
 * Tells whether an error of opening a database, or one of its causes, goes away when the database comes: a login that is refused and
 * a database that does not exist are settings that are wrong.
 */
export function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && refusals.some((prefix) => code.startsWith(prefix))) return false;
  return isDatabaseAway(error) || isWorthWaiting(error.cause);
}
