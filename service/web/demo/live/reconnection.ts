/** Why a connection broke. */
export interface Break {
  /** The HTTP status of the service's reason; undefined where there is none. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
const MAX_ATTEMPTS = 10;
/** Longest Retry-After that is waited for; with a longer one, reconnecting is given up. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** Transient statuses below 500: 401, because the token is replaced, and 429, because the old stream may still be counted. */
const PASSING: ReadonlySet<number> = new Set([401, 429]);

/**
 * Returns how long to wait before reconnecting, with exponential backoff; `attempt` counts from 0. Returns undefined where
 * reconnecting is given up.
 */
export function pauseBeforeMs(
  attempt: number,
  { status = 500, retryAfterSeconds = 0 }: Break,
): number | undefined {
  const isRefusal = status < 500 && !PASSING.has(status);
  if (isRefusal || attempt >= MAX_ATTEMPTS) return undefined;
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return undefined;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS);
  return Math.max(pauseMs, retryAfterSeconds * 1000);
}
