import { DAY_MS } from "#units/time.ts";
import type { MaintenanceStatus } from "./component-status.ts";
import type { Maintenance } from "./status-event.ts";
import type { TimeWindow } from "./uptime.ts";

/** The times that decide a maintenance's status at any time; epoch milliseconds. */
export interface MaintenanceTimes {
  /** The stored status: steps that are due may not be written yet. */
  readonly status: MaintenanceStatus;
  /** When it began, or, while it is scheduled, is to begin. */
  readonly startedAtMs: number;
  readonly scheduledUntilMs: number;
  /** When it was completed, or cancelled before it began. */
  readonly resolvedAtMs: number | null;
}

/** The maximum length of one maintenance. */
export const MAX_MAINTENANCE_MS = 30 * DAY_MS;

/** The ways to repeat that people choose by name, with their rules of RFC 5545. */
export const SIMPLE_RULES = [
  ["daily", "FREQ=DAILY"],
  ["weekly", "FREQ=WEEKLY"],
  ["monthly", "FREQ=MONTHLY"],
] as const;

/** An automatic step of a maintenance, dated to when it was due. */
export interface MaintenanceStep {
  readonly status: MaintenanceStatus;
  readonly atMs: number;
}

/** Returns the steps that are due at `nowMs` and not written yet, in their order. */
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

/** Returns its status at `nowMs`, whether or not a prober has written it yet. */
export function maintenanceStatusAt(
  maintenance: MaintenanceTimes,
  nowMs: number,
): MaintenanceStatus {
  return dueSteps(maintenance, nowMs).at(-1)?.status ?? maintenance.status;
}

/** Returns a maintenance as it is at `nowMs`; its updates stay as they were written. */
export function maintenanceAt(maintenance: Maintenance, nowMs: number): Maintenance {
  const end = dueSteps(maintenance, nowMs).find(({ status }) => status === "completed");
  return {
    ...maintenance,
    status: maintenanceStatusAt(maintenance, nowMs),
    resolvedAtMs: maintenance.resolvedAtMs ?? end?.atMs ?? null,
  };
}

/**
 * Returns the period of a maintenance in the history of its components, as far as known now; null for one that was cancelled
 * before it began.
 */
export function maintenanceWindow(maintenance: MaintenanceTimes): TimeWindow | null {
  const fromMs = maintenance.startedAtMs;
  const toMs = maintenance.resolvedAtMs ?? maintenance.scheduledUntilMs;
  return toMs > fromMs ? { fromMs, toMs } : null;
}

/** Returns the windows of maintenance by component id. */
export function maintenanceWindows(
  maintenances: readonly (MaintenanceTimes & Pick<Maintenance, "componentIds">)[],
): ReadonlyMap<string, readonly TimeWindow[]> {
  const windows = maintenances.flatMap((maintenance) => {
    const window = maintenanceWindow(maintenance);
    return window === null ? [] : maintenance.componentIds.map((id) => ({ id, window }));
  });
  return new Map(
    [...Map.groupBy(windows, ({ id }) => id)].map(([id, ofComponent]) => [
      id,
      ofComponent.map(({ window }) => window),
    ]),
  );
}

/** Returns whether one of them begins or ends after `sinceMs` and not after `nowMs`. */
export function maintenanceTurns(
  maintenances: readonly MaintenanceTimes[],
  sinceMs: number,
  nowMs: number,
): boolean {
  return maintenances.some((maintenance) => {
    const window = maintenanceWindow(maintenance);
    return [window?.fromMs, window?.toMs].some(
      (atMs) => atMs !== undefined && sinceMs < atMs && atMs <= nowMs,
    );
  });
}

/**
 * Returns whether a slot lies in a maintenance that is over at `nowMs`: what failed in it says nothing about the time after.
 */
export function isOfPastMaintenance(
  slotMs: number,
  windows: readonly TimeWindow[],
  nowMs: number,
): boolean {
  return windows.some(({ fromMs, toMs }) => fromMs <= slotMs && slotMs < toMs && toMs <= nowMs);
}
