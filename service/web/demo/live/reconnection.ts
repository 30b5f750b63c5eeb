/** What a connection broke off with. */
export interface Break {
  /** The HTTP status of the service's reason; undefined where there is none. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const MOST_ATTEMPTS = 10;
/** Nobody waits longer for a service that says when it is there again. */
const MOST_RETRY_AFTER_SECONDS = 60;

/** Statuses below 500 that pass: a token that another one takes the place of, a stream that is still counted. */
const PASSING: ReadonlySet<number> = new Set([401, 429]);

/**
 * Returns how long to wait before connecting again, longer from one attempt to the next, which count from 0; undefined
 * where it is given up.
 */
export function pauseBeforeMs(
  attempt: number,
  { status = 500, retryAfterSeconds = 0 }: Break,
): number | undefined {
  const isRefusal = status < 500 && !PASSING.has(status);
  if (isRefusal || attempt >= MOST_ATTEMPTS) return undefined;
  if (retryAfterSeconds > MOST_RETRY_AFTER_SECONDS) return undefined;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return Math.max(pauseMs, retryAfterSeconds * 1000);
}
