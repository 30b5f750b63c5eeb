import { NoAnswer } from "./within.ts";

/** SQLSTATEs, or their classes, that concern the server or the connection and not the statement. */
const PASSING: readonly string[] = [
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

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Node's connection error codes, some of which come without `syscall`. */
const CONNECTION_CODE = /^(ECONN|EPIPE$|ETIMEDOUT$)/;
/** Node's TLS error codes. They concern the connection too, but waiting does not fix a certificate. */
const TLS_CODE = /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

const NETWORK_CALLS: ReadonlySet<string> = new Set([
  "connect",
  "getaddrinfo",
  "read",
  "shutdown",
  "write",
]);
/** Codes that these calls report only for files. */
const FILE_CODES: ReadonlySet<string> = new Set(["EISDIR", "ENOSPC", "EROFS", "EDQUOT"]);

function isOfNetwork({ code = "", syscall = "" }: NodeJS.ErrnoException): boolean {
  return CONNECTION_CODE.test(code) || (NETWORK_CALLS.has(syscall) && !FILE_CODES.has(code));
}

/** Returns whether no connection to a server came about. */
export function isNotReached(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isNotReached);
  return error instanceof Error && isOfNetwork(error);
}

/** Messages of pg and Kysely, without a code, for a connection that ended or cannot be made, or for a closed database. */
const MESSAGES: readonly RegExp[] = [
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
 * Returns whether a query failed because the database is unavailable, so that the same query may succeed later.
 *
 * False for a statement that the database would refuse again: that is a fault of the data or of the program.
 */
export function isDatabaseAway(error: unknown): boolean {
  // A host name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof NoAnswer) return true;
  const { code } = error as NodeJS.ErrnoException;
  if (isOfNetwork(error) || TLS_CODE.test(code ?? "")) return true;
  if (code !== undefined && SQLSTATE.test(code)) {
    return PASSING.some((prefix) => code.startsWith(prefix));
  }
  return MESSAGES.some((message) => message.test(error.message));
}

/** Codes for errors that waiting does not fix: a wrong login, right, certificate or setting. */
const REFUSALS: readonly RegExp[] = [
  /^28/, // login refused
  /^3D000$/, // no such database
  /^08P01$/, // a parameter of the connection that a pooler does not know
  /^42501$/, // no right
  /^(EACCES|EPERM)$/, // a socket in the file system that others may not use
  TLS_CODE,
];
const REFUSING_MESSAGES = /^SASL: |does not support SSL/;

/**
 * Returns whether an error of opening a database, or one of its causes, goes away once the database is available; any other
 * error is reported and ends the program.
 */
export function isWorthWaiting(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isWorthWaiting);
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && REFUSALS.some((refusal) => refusal.test(code))) return false;
  if (REFUSING_MESSAGES.test(error.message)) return false;
  return isDatabaseAway(error) || isWorthWaiting(error.cause);
}
