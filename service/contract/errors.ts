import { isServerFault } from "#runtime/server-fault.ts";
import { MEBIBYTE } from "#units/bytes.ts";
import { fill } from "#web-kit/language/texts.ts";
import { LIMITS } from "./limits.ts";
import table from "./errors.json" with { type: "json" };

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "rate_limit_error"
  | "server_error";

const TYPES: Readonly<Record<number, ErrorType>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

export interface ErrorKind {
  readonly status: number;
  readonly type: ErrorType;
  /** The code that clients see; where absent, the key in the table. */
  readonly code?: string;
  /** Default delay before a retry in seconds; absent when waiting does not help. */
  readonly retryAfterSeconds?: number;
  /** Meaning of the code: the default message, and part of the documentation. */
  readonly sentence: string;
  /** Advice for clients, for the documentation. */
  readonly advice: string;
}

export type ErrorName = keyof typeof table;

/** Values of the placeholders in sentences and advice, such as `{audioHours}`. */
const LIMITS_IN_WORDS = {
  inputCharacters: LIMITS.inputCharacters.toLocaleString("en"),
  directionCharacters: LIMITS.directionCharacters,
  minReferenceSeconds: LIMITS.minReferenceSeconds,
  maxReferenceSeconds: LIMITS.maxReferenceSeconds,
  referenceMegabytes: LIMITS.referenceBytes / MEBIBYTE,
  uploadMegabytes: LIMITS.uploadBytes / MEBIBYTE,
  audioHours: LIMITS.audioSeconds / 3600,
  idleSocketSeconds: LIMITS.idleSocketSeconds,
  jobMegabytes: LIMITS.jobs.bytes / MEBIBYTE,
  jobHours: LIMITS.jobs.keptSeconds / 3600,
  sessionMinutes: LIMITS.sessionSeconds / 60,
};

/** Every error code of the service: routes, sockets and the documentation are made from it. */
export const ERRORS = Object.fromEntries(
  Object.entries(table).map(([name, row]) => [
    name,
    {
      ...row,
      sentence: fill(row.sentence, LIMITS_IN_WORDS),
      advice: fill(row.advice, LIMITS_IN_WORDS),
      type: typeOf(row.status),
    },
  ]),
) as unknown as Readonly<Record<ErrorName, ErrorKind>>;

function typeOf(status: number): ErrorType {
  return isServerFault(status) ? "server_error" : (TYPES[status] ?? "invalid_request_error");
}

/** Statuses after which client libraries retry unless a header forbids it. */
const RETRIED_UNASKED: ReadonlySet<number> = new Set([408, 409, 429]);

/** The part of an error that clients see. */
export interface ErrorBody {
  readonly message: string;
  readonly type: ErrorType;
  readonly code: string;
  readonly param: string | null;
}

/** An error with everything that a response or a socket reports of it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Its name in the table. */
  readonly errorName: ErrorName;
  readonly kind: ErrorKind;
  /** The code that clients see. */
  readonly code: string;
  /** The field that is at fault. */
  readonly param: string | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    name: ErrorName,
    message?: string,
    param: string | null = null,
    details: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    const kind = ERRORS[name];
    super(message ?? kind.sentence, { cause: details.cause });
    this.errorName = name;
    this.kind = kind;
    this.code = kind.code ?? name;
    this.param = param;
    this.retryAfterSeconds = details.retryAfterSeconds ?? kind.retryAfterSeconds;
  }

  /** Returns the same error for another field name, with another message. */
  withParam(param: string, message: string): ApiError {
    const { retryAfterSeconds, cause } = this;
    return new ApiError(this.errorName, message, param, { retryAfterSeconds, cause });
  }

  get body(): ErrorBody {
    return { message: this.message, type: this.kind.type, code: this.code, param: this.param };
  }

  /** Response headers that say how to authenticate, and whether and when to retry. */
  get headers(): Readonly<Record<string, string>> {
    const challenge = this.kind.status === 401 ? { "www-authenticate": "Bearer" } : {};
    if (this.retryAfterSeconds === undefined) {
      return RETRIED_UNASKED.has(this.kind.status) ? { "x-should-retry": "false" } : challenge;
    }
    const seconds = Math.min(Math.max(Math.ceil(this.retryAfterSeconds), 1), 60);
    return { ...challenge, "retry-after": String(seconds), "x-should-retry": "true" };
  }
}
