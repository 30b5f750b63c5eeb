import type { ConfiguredComponent, ConfiguredGroup, Page } from "#monitor/store/components.ts";
import type { HistoryRows } from "#monitor/store/history.ts";
import { maintenanceAt, maintenanceWindows } from "#monitor/domain/maintenance.ts";
import { type ComponentOverride, overrideAt } from "#monitor/domain/component-override.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { intervalsUntil, type RecordedInterval } from "#monitor/domain/intervals.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import {
  coveragePercent,
  type DowntimeWeights,
  durationsWithin,
  observedMs,
  type StateInterval,
  type TimeWindow,
  uptimePercent,
  uptimeWindow,
} from "#monitor/domain/uptime.ts";

/** All data of the documents and the page at one time; all times are epoch milliseconds. */
export interface Snapshot {
  readonly page: Page;
  readonly revision: number;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** The 90 days that uptime and daily figures cover; they end when the snapshot was made. */
  readonly window: TimeWindow;
  readonly groups: readonly Group[];
  /** In the order in which they are shown: group by group, then those without a group. */
  readonly components: readonly Component[];
  /** Unresolved ones, those of the last 90 days and the 50 newest of all, newest first. */
  readonly incidents: readonly Incident[];
  /** The maintenances that are not completed, those of the last 90 days and the 50 newest of all, newest first. */
  readonly maintenances: readonly Maintenance[];
}

/** A snapshot, and since when (epoch milliseconds) it is the last known one because the database does not answer. */
export interface Current {
  readonly snapshot: Snapshot;
  readonly databaseAwaySinceMs: number | undefined;
}

export interface Group extends ConfiguredGroup {
  readonly componentIds: readonly string[];
}

export interface Component extends ConfiguredComponent {
  readonly status: ComponentStatus;
  /** A person's current override, which decides the status; null while the checks do. */
  readonly override: ComponentOverride | null;
  /** Since when it has this status; when it was set up, if nothing was ever observed. */
  readonly sinceMs: number;
  /** Its history in the 90-day window, oldest first, without overlap; the last one ends now. */
  readonly intervals: readonly StateInterval[];
  readonly uptimePercent: number;
  readonly coveragePercent: number;
  /** The milliseconds of the window in which the component was observed. */
  readonly observedMs: number;
}

/** Returns the snapshot of `rows` as of `nowMs`; undefined while no prober has set the page up. */
export function buildSnapshot(rows: HistoryRows, nowMs: number): Snapshot | undefined {
  const { page } = rows;
  if (page === undefined) return undefined;
  const window = uptimeWindow(nowMs);
  const members = Map.groupBy(rows.components.toSorted(byPosition), ({ groupId }) => groupId);
  const groups = rows.groups.toSorted(byPosition).map(({ id, name, position }) => ({
    id,
    name,
    position,
    componentIds: (members.get(id) ?? []).map((component) => component.id),
  }));
  const maintained = maintenanceWindows(rows.maintenances);
  const groupOrder = new Map(groups.map(({ id }, index) => [id, index]));
  const orderOf = (groupId: string | null): number =>
    (groupId === null ? undefined : groupOrder.get(groupId)) ?? groups.length;
  return {
    page,
    revision: rows.revision,
    dataAtMs: rows.changedAtMs,
    window,
    groups,
    components: rows.components
      .toSorted((a, b) => orderOf(a.groupId) - orderOf(b.groupId) || byPosition(a, b))
      .map((row) => {
        const recorded = rows.intervals.get(row.id) ?? [];
        return componentOf(row, recorded, maintained.get(row.id) ?? [], window, page.weights);
      }),
    incidents: rows.incidents.toSorted((a, b) => b.startedAtMs - a.startedAtMs),
    maintenances: rows.maintenances
      .map((maintenance) => maintenanceAt(maintenance, nowMs))
      .toSorted((a, b) => b.scheduledForMs - a.scheduledForMs),
  };
}

/** Returns an incident or a maintenance of the snapshot; older ones are in the archive. */
export function knownStatusEvent(
  { incidents, maintenances }: Snapshot,
  wanted: string,
): Incident | Maintenance | undefined {
  return incidents.find(({ id }) => id === wanted) ?? maintenances.find(({ id }) => id === wanted);
}

function componentOf(
  row: HistoryRows["components"][number],
  recorded: readonly RecordedInterval[],
  maintained: readonly TimeWindow[],
  window: TimeWindow,
  weights: DowntimeWeights,
): Component {
  const { knownUntilMs, ...described } = row;
  const intervals = intervalsUntil(recorded, knownUntilMs, maintained, window.toMs);
  const durations = durationsWithin(intervals, window);
  const newest = intervals.at(-1);
  const override = overrideAt(row.override, window.toMs);
  return {
    ...described,
    override,
    status: override?.status ?? newest?.status ?? "unknown",
    sinceMs: override?.sinceMs ?? newest?.fromMs ?? row.createdAtMs,
    intervals,
    uptimePercent: uptimePercent(durations, weights),
    coveragePercent: coveragePercent(durations),
    observedMs: observedMs(durations),
  };
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
