/** What went wrong, by a code of the API or one of the page's own. */
export interface Problem {
  readonly code: string;
  /** What the API said of it. */
  readonly message?: string;
  /** Seconds after which another try is worth while. */
  readonly retryAfterSeconds?: number;
}

/** Carries a problem to whoever shows it. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message ?? problem.code);
    this.problem = problem;
  }
}

/** Returns what any fault means to the reader; one that nobody expected is `unexpected`. */
export function problemOf(fault: unknown): Problem {
  if (fault instanceof ProblemError) return fault.problem;
  // What fetch and its bodies fail with when the connection does.
  if (fault instanceof TypeError) return connectionProblem();
  const message = fault instanceof Error ? fault.message : String(fault);
  return { code: "unexpected", message };
}

/** The problem of a connection that broke or never came about. */
export function connectionProblem(isOnline = navigator.onLine): Problem {
  return { code: isOnline ? "connection_lost" : "offline" };
}

/** Reads the error of an answer or of a socket's message; `status` is used where there is no code. */
export function apiProblem(body: unknown, status: number, retryAfter?: string | null): Problem {
  const error = objectOf(objectOf(body)?.["error"]);
  const code = error?.["code"];
  const message = error?.["message"];
  const seconds = Number(error?.["retry_after"] ?? retryAfter ?? Number.NaN);
  return {
    code: typeof code === "string" ? code : `http_${status}`,
    ...(typeof message === "string" && { message }),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  };
}

/** Returns a JSON value if it is an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
