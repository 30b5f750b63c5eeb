/** Why an API call failed: a code of the API, `offline`, `connection_lost`, or a code of the page's own. */
export interface Problem {
  readonly code: string;
  /** The message of the API, for people. */
  readonly message?: string;
  /** The field of the request that caused the error. */
  readonly param?: string;
  /** Seconds after which to try again. */
  readonly retryAfterSeconds?: number;
}

/** A failed API call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly problem: Problem;
  /** The HTTP status; undefined where there was no response. */
  readonly status: number | undefined;

  constructor(problem: Problem, status?: number) {
    super(problem.message ?? problem.code);
    this.problem = problem;
    this.status = status;
  }
}

/** Returns the problem behind a thrown value; `unexpected` for anything but a failed call. */
export function problemOf(fault: unknown): Problem {
  if (fault instanceof ApiError) return fault.problem;
  // `fetch` and its bodies throw a TypeError when the connection fails.
  if (fault instanceof TypeError) return connectionProblem();
  const message = fault instanceof Error ? fault.message : String(fault);
  return { code: "unexpected", message };
}

/** Returns the problem of a connection that failed or broke. */
export function connectionProblem(isOnline = navigator.onLine): Problem {
  return { code: isOnline ? "connection_lost" : "offline" };
}

/** Reads the error of a response or a WebSocket message; the code is `http_{status}` where it has none. */
export function apiProblem(body: unknown, status: number, retryAfter?: string | null): Problem {
  const { error } = (body ?? {}) as { readonly error?: Readonly<Record<string, unknown>> };
  const { code, message, param, retry_after } = error ?? {};
  const seconds = Number(retry_after ?? retryAfter ?? Number.NaN);
  return {
    code: typeof code === "string" ? code : `http_${status}`,
    ...(typeof message === "string" && { message }),
    ...(typeof param === "string" && { param }),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
}
