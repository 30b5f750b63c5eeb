import {
  dueSteps,
  maintenanceStatusAt,
  type MaintenanceTimes,
  maintenanceWindow,
} from "#monitor/domain/maintenance-life.ts";
import type { Maintenance } from "./snapshot.ts";
import type { StateInterval, TimeWindow } from "#monitor/domain/uptime.ts";

/** What it is at `nowMs`, whether or not a prober ran that could write so; its story stays as told. */
export function maintenanceAt(maintenance: Maintenance, nowMs: number): Maintenance {
  const times = timesOf(maintenance);
  const end = dueSteps(times, nowMs).find(({ status }) => status === "completed");
  return {
    ...maintenance,
    status: maintenanceStatusAt(times, nowMs),
    resolvedAtMs: maintenance.resolvedAtMs ?? end?.atMs ?? null,
  };
}

/** Tells whether one of them begins or ends after `sinceMs` and not after `nowMs`. */
export function maintenanceTurns(
  maintenances: readonly Maintenance[],
  sinceMs: number,
  nowMs: number,
): boolean {
  return maintenances.some((maintenance) => {
    const window = maintenanceWindow(timesOf(maintenance));
    return [window?.fromMs, window?.toMs].some(
      (atMs) => atMs !== undefined && sinceMs < atMs && atMs <= nowMs,
    );
  });
}

/** By component: the time that maintenance takes out of its history. */
export function maintenanceWindows(
  maintenances: readonly Maintenance[],
): ReadonlyMap<string, readonly TimeWindow[]> {
  const windows = new Map<string, TimeWindow[]>();
  for (const maintenance of maintenances) {
    const window = maintenanceWindow(timesOf(maintenance));
    if (window === null) continue;
    for (const id of maintenance.componentIds) {
      windows.set(id, [...(windows.get(id) ?? []), window]);
    }
  }
  return windows;
}

/** Lays maintenance over intervals, which stay free of overlap: each moment counts once, and inside as maintenance. */
export function underMaintenance(
  intervals: readonly StateInterval[],
  windows: readonly TimeWindow[],
): StateInterval[] {
  const outside = windows.reduce<readonly StateInterval[]>(
    (rest, window) => rest.flatMap((interval) => partsOutside(interval, window)),
    intervals,
  );
  const inside = windows.map(({ fromMs, toMs }): StateInterval => {
    return { status: "under_maintenance", fromMs, toMs };
  });
  return joined([...outside, ...inside].toSorted((a, b) => a.fromMs - b.fromMs));
}

function partsOutside(interval: StateInterval, window: TimeWindow): StateInterval[] {
  return [
    { ...interval, toMs: Math.min(interval.toMs, window.fromMs) },
    { ...interval, fromMs: Math.max(interval.fromMs, window.toMs) },
  ].filter(({ fromMs, toMs }) => fromMs < toMs);
}

/** Makes one of neighbours in the same state. */
function joined(intervals: readonly StateInterval[]): StateInterval[] {
  const result: StateInterval[] = [];
  for (const interval of intervals) {
    const last = result.at(-1);
    if (last === undefined || last.status !== interval.status || last.toMs < interval.fromMs) {
      result.push(interval);
    } else {
      result[result.length - 1] = { ...last, toMs: Math.max(last.toMs, interval.toMs) };
    }
  }
  return result;
}

function timesOf({
  status,
  startedAtMs,
  scheduledUntilMs,
  resolvedAtMs,
}: Maintenance): MaintenanceTimes {
  return { status, startedAtMs, scheduledUntilMs, endedAtMs: resolvedAtMs };
}
