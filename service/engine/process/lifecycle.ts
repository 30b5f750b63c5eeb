/** The states of a model process and the transitions between them: pure functions without side effects. */

import { MAX_RESTART_PAUSE_MS, STEADY_MS } from "#runtime/restarts.ts";

/** `hung`: it was `ok`, and does not answer at the moment. */
export type ModelState = "starting" | "ok" | "hung" | "restarting" | "broken";

export interface Lifecycle {
  readonly state: ModelState;
  /** Number of ends in a row without a stable period (`STEADY_MS`) between them. */
  readonly failures: number;
  /** When it last became `ok`, on the monotonic clock. */
  readonly okSinceMs?: number;
  /** Whether it was `ok` once: then the folder can be run, and a restart may help. */
  readonly hasRun?: true;
}

const FIRST_BACK_OFF_MS = 500;
/** Maximum number of starts of a folder that has never run. */
const MAX_FIRST_STARTS = 3;

/** Pings in a row without an answer after which a process gets no more work, and after which it is ended. */
const UNANSWERED_PINGS = { hung: 2, givenUp: 6 };

export const STARTING: Lifecycle = { state: "starting", failures: 0 };

/** Returns the lifecycle after the model has loaded and warmed up. */
export function becameReady(lifecycle: Lifecycle, nowMs: number): Lifecycle {
  return { ...lifecycle, state: "ok", okSinceMs: nowMs, hasRun: true };
}

/** Returns the lifecycle after so many unanswered pings in a row, and whether to end the process. */
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

/** Returns the lifecycle after an answer, however late. */
export function answered(lifecycle: Lifecycle): Lifecycle {
  return lifecycle.state === "hung" ? { ...lifecycle, state: "ok" } : lifecycle;
}

/** Returns the lifecycle of a folder that cannot be used: no restart fixes that. */
export function becameBroken(lifecycle: Lifecycle): Lifecycle {
  return { state: "broken", failures: lifecycle.failures };
}

/**
 * Returns the lifecycle after the process has ended by itself. `restartInMs` doubles with every failure in a row; it is
 * undefined when no further start is tried, because the folder has never run.
 */
export function ended(
  lifecycle: Lifecycle,
  nowMs: number,
): { readonly lifecycle: Lifecycle; readonly restartInMs: number | undefined } {
  const { okSinceMs, hasRun } = lifecycle;
  const wasSteady = okSinceMs !== undefined && nowMs - okSinceMs >= STEADY_MS;
  const failures = wasSteady ? 1 : lifecycle.failures + 1;
  if (hasRun === undefined && failures >= MAX_FIRST_STARTS) {
    return { lifecycle: { state: "broken", failures }, restartInMs: undefined };
  }
  const restartInMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), MAX_RESTART_PAUSE_MS);
  return {
    lifecycle: { state: "restarting", failures, ...(hasRun && { hasRun }) },
    restartInMs,
  };
}
