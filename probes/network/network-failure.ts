import type { ObservationPhases } from "#migrations/status/schema.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";

/**
 * Codes of Node, OpenSSL and libuv that are the prober's own fault: no descriptors, ports or memory left, no network of its
 * own, or a machine that blocks outgoing connections. Every other error on the way to a target counts as the target's.
 */
const OWN_CODES: ReadonlySet<string> = new Set([
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ENOBUFS",
  "EAI_MEMORY",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);

/** Errors that are bugs of a check: they are never counted as the target's fault. */
const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError] as const;

/** The codes of Node, OpenSSL and undici that stand for each reason. */
const CODES_BY_REASON = {
  dns_error: ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"],
  connect_refused: ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EAFNOSUPPORT"],
  connect_timeout: ["ETIMEDOUT"],
  connection_lost: [
    "ECONNRESET",
    "ECONNABORTED",
    "EPIPE",
    "HPE_INVALID_EOF_STATE",
    "ERR_HTTP2_STREAM_ERROR",
    "ERR_HTTP2_STREAM_CANCEL",
    "ERR_HTTP2_SESSION_ERROR",
    "ERR_STREAM_PREMATURE_CLOSE",
  ],
  tls_error: ["EPROTO"],
  certificate_expired: ["CERT_HAS_EXPIRED"],
  certificate_wrong_name: ["ERR_TLS_CERT_ALTNAME_INVALID"],
  certificate_untrusted: [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ],
} as const satisfies Partial<Record<Reason, readonly string[]>>;

const reasonsByCode = new Map<string, Reason>(
  Object.entries(CODES_BY_REASON).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as Reason]),
  ),
);

/** Messages for codes whose own message does not help. */
const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: "no such name",
  EAI_AGAIN: "the name could not be looked up for now",
  ECONNRESET: "the connection was closed before the answer was complete",
  EPIPE: "the connection was closed while the request was sent",
  HPE_INVALID_EOF_STATE: "the connection was closed in the middle of the answer",
  HPE_HEADER_OVERFLOW: "the answer's headers are too large",
  ERR_SSL_WRONG_VERSION_NUMBER: "what answers does not speak TLS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "what answers does not speak TLS",
  ERR_SSL_HTTP_REQUEST: "what answers does not speak TLS",
};

const QUOTED_BYTES = 40;
const TLS_ALERT = Buffer.from([0x15, 0x03]);
/** An HTTP/2 connection begins with a SETTINGS frame: the length (3 bytes), then type, flags and stream. */
const HTTP2_SETTINGS_AT = 3;
const HTTP2_SETTINGS = Buffer.from([0x04, 0, 0, 0, 0, 0]);

/**
 * Returns the failure of an exchange with `what`, from the error and how far `phases` got. An error counts as the target's,
 * unless it is known to be the prober's own: that is returned as it is. `soFar` says what had arrived at the timeout.
 */
export function networkFailure(
  error: unknown,
  what: string,
  phases: ObservationPhases,
  signal: AbortSignal,
  soFar?: string,
): unknown {
  if (error instanceof CheckFailure) return error;
  if (signal.aborted) {
    if (phases.connect === undefined) {
      return new CheckFailure("connect_timeout", `${what}: no connection in time`, { phases });
    }
    const detail = soFar === undefined ? "" : ` (${soFar})`;
    const message = `${what}: connected, but no complete answer in time${detail}`;
    return new CheckFailure("timeout", message, { phases });
  }
  if (isOwn(error)) return error;
  return new CheckFailure(reasonOf(error, phases), `${what}: ${wordsOf(error)}`, {
    phases,
    cause: error,
  });
}

/** Returns whether an error says nothing about the target: a fault of this machine, or a bug of this program. */
export function isOwn(error: unknown): boolean {
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  // Where one address of several cannot be reached from here, the others decide.
  return errors.length > 0 && errors.every(isOneOwn);
}

function isOneOwn(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (bugs.some((kind) => error instanceof kind)) return true;
  const code = codeOf(error);
  return OWN_CODES.has(code) || code === "ERR_ASSERTION";
}

function reasonOf(error: unknown, phases: ObservationPhases): Reason {
  const code = codeOf(error);
  const known = reasonsByCode.get(code);
  if (known !== undefined) return known;
  if (isLookup(error)) return "dns_error";
  if (phases.connect === undefined) return "connect_refused";
  if (isOfTls(error)) return "tls_error";
  // Errors of the system about a connection have a `syscall`; the others are about the data that arrived.
  return error instanceof Error && "syscall" in error ? "connection_lost" : "bad_body";
}

function isLookup(error: unknown): boolean {
  const isByCall = error instanceof Error && "syscall" in error && error.syscall === "getaddrinfo";
  return isByCall || (error instanceof AggregateError && error.errors.length === 0);
}

function isOfTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isByOpenSsl = "library" in error && error.library === "SSL routines";
  return isByOpenSsl || error.name === "CertificateError" || /^ERR_(TLS|SSL)/.test(codeOf(error));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length === 0) {
    return "the name has no address";
  }
  const code = codeOf(error);
  const words = WORDS_BY_CODE[code];
  if (words !== undefined) return `${words} (${code})`;
  if (code.startsWith("HPE_")) return ofNoHttp(error);
  if ("library" in error && "reason" in error) return `TLS: ${String(error.reason)}`;
  return error.message || code || error.name;
}

/** Describes an answer that is not HTTP, by its first bytes. */
function ofNoHttp(error: Error): string {
  const came: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  const why = error.message.replace(/^Parse Error: /, "");
  if (!Buffer.isBuffer(came)) return `the answer breaks HTTP: ${why}`;
  const settings = came.subarray(HTTP2_SETTINGS_AT, HTTP2_SETTINGS_AT + HTTP2_SETTINGS.length);
  if (settings.equals(HTTP2_SETTINGS)) return "what answers speaks HTTP/2 alone, without TLS";
  if (came.subarray(0, TLS_ALERT.length).equals(TLS_ALERT)) return "what answers speaks TLS";
  const began = JSON.stringify(came.toString("latin1", 0, QUOTED_BYTES));
  return `the answer breaks HTTP: ${why}, in ${began}`;
}

/** Returns the error's code, or that of the first of several attempts, or of its cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
