/** What a model process goes through, decided without effects. */

/** `hung`: it was `ok`, and answers nothing for now. */
export type ModelState = "starting" | "ok" | "hung" | "restarting" | "broken";

export interface Lifecycle {
  readonly state: ModelState;
  /** Ends in a row without a steady time between them. */
  readonly failures: number;
  /** When it last became `ok`, on the monotonic clock. */
  readonly okSinceMs?: number;
  /** Whether it was `ok` once: then the folder can be run, and a restart may help. */
  readonly hasRun?: true;
}

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;
/** A process that answered this long is taken as healthy: its next end starts the back-off anew. */
const STEADY_MS = 60_000;
/** Starts of a folder that has never run. */
const MOST_FIRST_STARTS = 3;

/** Pings in a row without an answer after which a process gets no more work, and after which it is ended. */
const UNANSWERED_PINGS = { hung: 2, givenUp: 6 };

export const STARTING: Lifecycle = { state: "starting", failures: 0 };

/** The model has loaded and warmed up. */
export function becameReady(lifecycle: Lifecycle, nowMs: number): Lifecycle {
  return { ...lifecycle, state: "ok", okSinceMs: nowMs, hasRun: true };
}

/** What a process is that has not answered so many pings in a row. */
export function unanswered(
  lifecycle: Lifecycle,
  pings: number,
): { readonly lifecycle: Lifecycle; readonly isGivenUp: boolean } {
  const isHung = lifecycle.state === "ok" && pings >= UNANSWERED_PINGS.hung;
  return {
    lifecycle: isHung ? { ...lifecycle, state: "hung" } : lifecycle,
    isGivenUp: pings >= UNANSWERED_PINGS.givenUp,
  };
}

/** The process answers, after however long. */
export function answered(lifecycle: Lifecycle): Lifecycle {
  return lifecycle.state === "hung" ? { ...lifecycle, state: "ok" } : lifecycle;
}

/** The folder cannot be used: no restart mends that. */
export function becameBroken(lifecycle: Lifecycle): Lifecycle {
  return { state: "broken", failures: lifecycle.failures };
}

/**
 * The process has ended by itself; `restartInMs` doubles with every failure in a row, and is undefined where none is tried any more: the
 * folder has never run.
 */
export function ended(
  lifecycle: Lifecycle,
  nowMs: number,
): { readonly lifecycle: Lifecycle; readonly restartInMs: number | undefined } {
  const { okSinceMs, hasRun } = lifecycle;
  const wasSteady = okSinceMs !== undefined && nowMs - okSinceMs >= STEADY_MS;
  const failures = wasSteady ? 1 : lifecycle.failures + 1;
  if (hasRun === undefined && failures >= MOST_FIRST_STARTS) {
    return { lifecycle: { state: "broken", failures }, restartInMs: undefined };
  }
  const restartInMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
  return {
    lifecycle: { state: "restarting", failures, ...(hasRun && { hasRun }) },
    restartInMs,
  };
}
