/**
 * The error codes of the admin API with their HTTP statuses. Codes are stable; messages name the given value and what is
 * allowed.
 */
const STATUS_CODES = {
  invalid_request: 400,
  missing_field: 400,
  unknown_field: 400,
  invalid_field: 400,
  unknown_component: 400,
  unauthorized: 401,
  not_found: 404,
  wrong_state: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_attempts: 429,
  too_many_runs: 429,
  internal_error: 500,
  database_away: 503,
} as const;

type AdminErrorCode = keyof typeof STATUS_CODES;

/** An error answer of the admin API; its message says what would be accepted. */
export class AdminError extends Error {
  override readonly name = "AdminError";
  readonly code: AdminErrorCode;
  /** The field at fault, or the part of the subject (such as `subscription`); null when the whole request is at fault. */
  readonly param: string | null;
  readonly retryAfterSeconds: number | undefined;
  readonly statusCode: number;

  constructor(
    code: AdminErrorCode,
    message: string,
    about: { readonly param?: string | undefined; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.param = about.param ?? null;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.statusCode = STATUS_CODES[code];
  }
}

/** Returns the error of a field whose value is not allowed; `what` is said of it. */
export function invalidField(param: string, what: string): AdminError {
  return new AdminError("invalid_field", `${param} ${what}`, { param });
}

/** Returns the error for what is not there, such as `incident abc`. */
export function notFound(what: string): AdminError {
  return new AdminError("not_found", `there is no ${what}`);
}

/** Returns the error of a change that its subject does not allow as it is now; `param` is the part that stands against it. */
export function wrongState(message: string, param?: string): AdminError {
  return new AdminError("wrong_state", message, { param });
}
