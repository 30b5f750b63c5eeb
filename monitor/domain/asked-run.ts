/** How far a run is that a person asked for. */
export type AskedRunState = "waiting" | "not_taken" | "running" | "never_ended" | "done";

/** What bounds the runs that people ask for. */
export const ASKED_RUN_LIMITS = {
  /** A prober takes one within so long, or none does. */
  takenWithinMs: 60_000,
  /** So many wait or run at once, over all checks and locations. */
  maxOpen: 20,
  keptMs: 24 * 60 * 60_000,
};

/** When a run was asked for, when it has to have ended, and when it did; epoch milliseconds. */
interface AskedRunTimes {
  readonly askedAtMs: number;
  /** Null until a prober takes it. */
  readonly endsByMs: number | null;
  readonly doneAtMs: number | null;
}

/** Returns how far a run is at `nowMs`. */
export function askedRunState(
  { askedAtMs, endsByMs, doneAtMs }: AskedRunTimes,
  nowMs: number,
): AskedRunState {
  if (doneAtMs !== null) return "done";
  if (endsByMs !== null) return nowMs < endsByMs ? "running" : "never_ended";
  return nowMs < askedAtMs + ASKED_RUN_LIMITS.takenWithinMs ? "waiting" : "not_taken";
}

/** Whether something may still come of a run. */
export function isOpen(state: AskedRunState): state is "waiting" | "running" {
  return state === "waiting" || state === "running";
}
