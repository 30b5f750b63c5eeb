import {
  MAX_MAINTENANCE_MS,
  maintenanceStatusAt,
  type MaintenanceTimes,
} from "#monitor/domain/maintenance.ts";
import type { MaintenanceStatus } from "#migrations/status/schema.ts";
import { invalidField, wrongState } from "./admin-error.ts";

/** The steps that people take; beginning and ending on time is automatic. */
export const MAINTENANCE_STEPS = ["start", "verify", "complete", "cancel"] as const;
export type MaintenanceStepName = (typeof MAINTENANCE_STEPS)[number];

/** The fields that a step changes. */
export type MaintenanceMove = Pick<MaintenanceTimes, "status" | "startedAtMs" | "resolvedAtMs">;

/** The announced begin and end, in epoch milliseconds. */
interface Schedule {
  readonly scheduledForMs: number;
  readonly scheduledUntilMs: number;
}

interface StepRule {
  readonly from: readonly MaintenanceStatus[];
  readonly to: MaintenanceStatus;
  /** Advice, by the status in which the step is not allowed. */
  readonly instead: Readonly<Partial<Record<MaintenanceStatus, string>>>;
}

const rules: Readonly<Record<MaintenanceStepName, StepRule>> = {
  start: { from: ["scheduled"], to: "in_progress", instead: {} },
  verify: {
    from: ["in_progress"],
    to: "verifying",
    instead: { scheduled: "start it first" },
  },
  complete: {
    from: ["in_progress", "verifying"],
    to: "completed",
    instead: { scheduled: "it has not begun; cancel it" },
  },
  cancel: {
    from: ["scheduled"],
    to: "completed",
    instead: { in_progress: "it has begun; complete it", verifying: "it has begun; complete it" },
  },
};

/**
 * Returns what `step` changes about a maintenance at `nowMs`; null when it is the step that was taken last.
 *
 * Throws AdminError `wrong_state`.
 */
export function afterStep(
  maintenance: MaintenanceTimes,
  step: MaintenanceStepName,
  nowMs: number,
): MaintenanceMove | null {
  const status = maintenanceStatusAt(maintenance, nowMs);
  const { from, to, instead } = rules[step];
  const { startedAtMs, resolvedAtMs } = maintenance;
  if (from.includes(status)) {
    return {
      status: to,
      startedAtMs: step === "start" ? Math.min(startedAtMs, nowMs) : startedAtMs,
      resolvedAtMs: to === "completed" ? nowMs : null,
    };
  }
  const wasCancelled = resolvedAtMs !== null && resolvedAtMs <= startedAtMs;
  const isTaken = status === to && (to !== "completed" || wasCancelled === (step === "cancel"));
  if (isTaken) return null;
  const advice = instead[status];
  throw wrongState(
    `the maintenance is ${status}${advice === undefined ? "" : `: ${advice}`}; ` +
      `${step} takes one that is ${from.join(" or ")}`,
  );
}

/** Returns the times of a maintenance after a change to `times` at `nowMs`. Throws AdminError. */
export function withNewTimes(
  maintenance: MaintenanceTimes & Schedule,
  times: { readonly [Time in keyof Schedule]?: number | undefined },
  nowMs: number,
): Schedule {
  const status = maintenanceStatusAt(maintenance, nowMs);
  if (status === "completed") {
    throw wrongState("the maintenance is completed; schedule another one");
  }
  if (status !== "scheduled" && times.scheduledForMs !== undefined) {
    throw wrongState(
      `the maintenance is ${status}; when it began does not change any more, scheduled_until may`,
      "scheduled_for",
    );
  }
  const next = {
    scheduledForMs: times.scheduledForMs ?? maintenance.scheduledForMs,
    scheduledUntilMs: times.scheduledUntilMs ?? maintenance.scheduledUntilMs,
  };
  checkTimes(next, { mayHaveBegun: times.scheduledForMs === undefined }, nowMs);
  return next;
}

/** How far in the past a start may lie, for clients whose clock is behind. */
const NOW_TOLERANCE_MS = 60_000;

/** Throws AdminError unless a maintenance may have these times at `nowMs`. */
export function checkTimes(
  times: Schedule,
  { mayHaveBegun }: { readonly mayHaveBegun: boolean },
  nowMs: number,
): void {
  const { scheduledForMs, scheduledUntilMs } = times;
  if (!mayHaveBegun && scheduledForMs < nowMs - NOW_TOLERANCE_MS) {
    throw invalidField("scheduled_for", "is in the past; it takes a time from now on");
  }
  if (scheduledUntilMs <= scheduledForMs) {
    throw invalidField("scheduled_until", "is not after scheduled_for; it takes a later time");
  }
  if (scheduledUntilMs <= nowMs) {
    throw invalidField("scheduled_until", "is in the past; it takes a time after now");
  }
  if (scheduledUntilMs - scheduledForMs > MAX_MAINTENANCE_MS) {
    throw invalidField("scheduled_until", "is more than 30 days after scheduled_for");
  }
}
