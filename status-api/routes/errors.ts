import type { FastifyReply } from "fastify";

/** Every error of the status API: its code is stable, its message may change. */
const errors = {
  invalid_request: {
    statusCode: 400,
    type: "invalid_request_error",
    message: "The request cannot be read.",
  },
  not_found: {
    statusCode: 404,
    type: "invalid_request_error",
    message: "There is nothing at this address.",
  },
  not_ready: {
    statusCode: 503,
    type: "server_error",
    message: "No prober has reported to this monitor yet.",
    retryAfterSeconds: 5,
  },
  database_away: {
    statusCode: 503,
    type: "server_error",
    message: "The monitor's database does not answer; this is not kept outside of it.",
    retryAfterSeconds: 10,
  },
  unauthorized: {
    statusCode: 401,
    type: "authentication_error",
    message: "Metrics are for those who send the bearer token.",
  },
  internal_error: {
    statusCode: 500,
    type: "server_error",
    message: "The request could not be answered.",
  },
} as const satisfies Record<string, ApiError>;

interface ApiError {
  readonly statusCode: number;
  readonly type: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

export type ErrorCode = keyof typeof errors;

/** Sends the error body of the interface, `{error: {message, type, code}}`; `said` tells more than the usual message. */
export function sendError(reply: FastifyReply, code: ErrorCode, said?: string): FastifyReply {
  const { statusCode, type, retryAfterSeconds, ...usual }: ApiError = errors[code];
  const message = said ?? usual.message;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply
    .code(statusCode)
    .header("cache-control", "no-store")
    .send({ error: { message, type, code } });
}
