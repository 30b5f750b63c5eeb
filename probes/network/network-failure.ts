import type { ObservationPhases } from "#migrations/status/schema.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";

/** The codes of Node, OpenSSL and undici that stand for each reason. */
const codesByReason = {
  dns_error: ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"],
  connect_refused: ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"],
  connect_timeout: ["ETIMEDOUT"],
  connection_lost: ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"],
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
  Object.entries(codesByReason).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as Reason]),
  ),
);

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/;

/**
 * Names what went wrong on the way to `what` and back, from how far `phases` got and the error's code. An error without a
 * known code is returned as it is: the fault may be the prober's own.
 */
export function networkFailure(
  error: unknown,
  what: string,
  phases: ObservationPhases,
  signal: AbortSignal,
): unknown {
  if (error instanceof CheckFailure) return error;
  if (signal.aborted) {
    return phases.connect === undefined
      ? new CheckFailure("connect_timeout", `${what}: no connection in time`, { phases })
      : new CheckFailure("timeout", `${what}: connected, but no complete answer in time`, {
          phases,
        });
  }
  const code = codeOf(error);
  const reason =
    reasonsByCode.get(code) ?? (tlsCode.test(code) ? "tls_error" : malformedOr(error, code));
  if (reason === undefined) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new CheckFailure(reason, `${what}: ${detail || code}`, { phases, cause: error });
}

/** What undici's and Node's HTTP parsers throw at an answer that is not HTTP. */
function malformedOr(error: unknown, code: string): Reason | undefined {
  const isParserError = code.startsWith("HPE_") || code === "UND_ERR_RESPONSE";
  const isCutBody =
    error instanceof Error && /mismatch|terminated|other side closed/i.test(error.message);
  return isParserError ? "bad_body" : isCutBody ? "connection_lost" : undefined;
}

/** The error's code, or that of the first of several attempts, or of its cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
