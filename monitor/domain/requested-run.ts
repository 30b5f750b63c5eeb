import { DAY_MS } from "#units/time.ts";

/** The state of a run that a person requested. */
export type RequestedRunState = "waiting" | "not_taken" | "running" | "never_ended" | "done";

/** Limits of the runs that people request. */
export const REQUESTED_RUN_LIMITS = {
  /** A run that no prober takes within this time is never taken. */
  takenWithinMs: 60_000,
  /** The maximum number that wait or run at once, over all checks and locations. */
  maxOpen: 20,
  keptMs: DAY_MS,
};

/** When a run was requested, when it must have ended, and when it did; epoch milliseconds. */
interface RequestedRunTimes {
  readonly requestedAtMs: number;
  /** Null until a prober takes it. */
  readonly endsByMs: number | null;
  readonly doneAtMs: number | null;
}

/** Returns the state of a run at `nowMs`. */
export function requestedRunState(
  { requestedAtMs, endsByMs, doneAtMs }: RequestedRunTimes,
  nowMs: number,
): RequestedRunState {
  if (doneAtMs !== null) return "done";
  if (endsByMs !== null) return nowMs < endsByMs ? "running" : "never_ended";
  return nowMs < requestedAtMs + REQUESTED_RUN_LIMITS.takenWithinMs ? "waiting" : "not_taken";
}

/** Returns whether a run may still produce a result. */
export function isOpen(state: RequestedRunState): state is "waiting" | "running" {
  return state === "waiting" || state === "running";
}
