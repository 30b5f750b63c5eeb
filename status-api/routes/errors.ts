import { isServerFault } from "#runtime/server-fault.ts";
import type { FastifyReply } from "fastify";

/** The errors of the status API: codes are stable, messages may change. */
const ERRORS = {
  invalid_request: { statusCode: 400, message: "The request cannot be read." },
  unauthorized: {
    statusCode: 401,
    message: "Metrics are for those who send the bearer token.",
  },
  unsigned: {
    statusCode: 401,
    message: "The signature is missing, or was not made with the secret of a receiver.",
  },
  not_found: { statusCode: 404, message: "There is nothing at this address." },
  internal_error: { statusCode: 500, message: "The request could not be answered." },
  not_ready: {
    statusCode: 503,
    message: "No prober has reported to this monitor yet.",
    retryAfterSeconds: 5,
  },
  database_away: {
    statusCode: 503,
    message: "The monitor's database does not answer; this is not kept outside of it.",
    retryAfterSeconds: 10,
  },
} as const;

type ErrorCode = keyof typeof ERRORS;

/** Sends an error as `{error: {message, type, code}}`; `said` replaces the default message. */
export function sendError(reply: FastifyReply, code: ErrorCode, said?: string): FastifyReply {
  const { statusCode, message, ...error } = ERRORS[code];
  if ("retryAfterSeconds" in error) reply.header("retry-after", error.retryAfterSeconds);
  return reply
    .code(statusCode)
    .header("cache-control", "no-store")
    .send({ error: { message: said ?? message, type: typeOf(statusCode), code } });
}

function typeOf(statusCode: number): string {
  if (isServerFault(statusCode)) return "server_error";
  return statusCode === 401 ? "authentication_error" : "invalid_request_error";
}
