import type { MaintenanceStatus } from "#migrations/status/schema.ts";

/** What the life of a maintenance follows from; epoch milliseconds. */
export interface MaintenanceTimes {
  /** As stored: steps that are due may not be written yet. */
  readonly status: MaintenanceStatus;
  /** When it began, or, while it is scheduled, is to begin. */
  readonly startedAtMs: number;
  readonly scheduledUntilMs: number;
  /** When it was completed, or cancelled before it began. */
  readonly endedAtMs: number | null;
}

/** A step that a maintenance takes by itself, dated to when it was due. */
export interface MaintenanceStep {
  readonly status: MaintenanceStatus;
  readonly atMs: number;
}

/** The time that a maintenance takes out of the history of its components, `toMs` excluded. */
export interface MaintenanceWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The steps that are due at `nowMs` and not written yet, in their order. */
export function dueSteps(maintenance: MaintenanceTimes, nowMs: number): MaintenanceStep[] {
  const { status, startedAtMs, scheduledUntilMs } = maintenance;
  if (status === "completed" || nowMs < startedAtMs) return [];
  const begins: MaintenanceStep = { status: "in_progress", atMs: startedAtMs };
  const ends: MaintenanceStep = { status: "completed", atMs: scheduledUntilMs };
  return [
    ...(status === "scheduled" ? [begins] : []),
    ...(nowMs >= scheduledUntilMs ? [ends] : []),
  ];
}

/** What it is at `nowMs`, whether or not anybody has written so. */
export function maintenanceStatusAt(
  maintenance: MaintenanceTimes,
  nowMs: number,
): MaintenanceStatus {
  return dueSteps(maintenance, nowMs).at(-1)?.status ?? maintenance.status;
}

/** Its window as far as it is known now; null for one that was cancelled before it began. */
export function maintenanceWindow(maintenance: MaintenanceTimes): MaintenanceWindow | null {
  const fromMs = maintenance.startedAtMs;
  const toMs = maintenance.endedAtMs ?? maintenance.scheduledUntilMs;
  return toMs > fromMs ? { fromMs, toMs } : null;
}
