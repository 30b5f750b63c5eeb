import type { HistoryRows } from "./history.ts";
import { maintenanceAt, maintenanceWindows, underMaintenance } from "./maintenance-by-clock.ts";
import type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "#monitor/domain/component-status.ts";
import type { Localized } from "#monitor/domain/localized-text.ts";
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

/** Everything the documents and the page say, at one moment; all times are epoch milliseconds. */
export interface Snapshot {
  readonly page: {
    readonly id: string;
    readonly name: Localized;
    readonly url: string;
    readonly timeZone: string;
    /** How much of an outage's time counts as downtime. */
    readonly weights: DowntimeWeights;
  };
  readonly revision: number;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** The 90 days that uptime and days are of; they end when the snapshot was made. */
  readonly window: TimeWindow;
  /** In the order in which they are shown. */
  readonly groups: readonly Group[];
  /** In the order in which they are shown: group by group, then those without a group. */
  readonly components: readonly Component[];
  /** Unresolved ones, those of the last 90 days and the 50 newest of all, newest first. */
  readonly incidents: readonly Incident[];
  /** Those that are not completed, those of the last 90 days and the 50 newest of all, newest first. */
  readonly maintenances: readonly Maintenance[];
}

export interface Group {
  readonly id: string;
  readonly name: Localized;
  readonly position: number;
  readonly componentIds: readonly string[];
}

export interface Component {
  readonly id: string;
  readonly name: Localized;
  readonly description: Localized;
  readonly groupId: string | null;
  readonly position: number;
  readonly showcase: boolean;
  readonly onlyShowIfDegraded: boolean;
  readonly createdAtMs: number;
  readonly status: ComponentStatus;
  /** Since when it has this status; when it was set up, if nothing was ever observed. */
  readonly sinceMs: number;
  /** Its history in the 90-day window, oldest first, without overlap; the last one ends now. */
  readonly intervals: readonly StateInterval[];
  readonly uptimePercent: number;
  readonly coveragePercent: number;
  /** Milliseconds of the window in which somebody looked. */
  readonly observedMs: number;
}

/** What an incident and a maintenance have in common: they begin, are told of, and end. */
export interface Story<Status extends string> {
  readonly id: string;
  readonly name: Localized;
  readonly status: Status;
  readonly impact: IncidentImpact;
  readonly startedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly monitoringAtMs: number | null;
  /** When it was over; of a maintenance, when it was completed. */
  readonly resolvedAtMs: number | null;
  readonly componentIds: readonly string[];
  /** Newest first. */
  readonly updates: readonly StoryUpdate<Status>[];
}

export interface StoryUpdate<Status extends string> {
  readonly id: string;
  readonly status: Status;
  readonly body: Localized;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly displayAtMs: number;
  readonly affected: readonly AffectedComponent[];
}

export type Incident = Story<IncidentStatus>;

export interface Maintenance extends Story<MaintenanceStatus> {
  /** Begin and end as announced. */
  readonly scheduledForMs: number;
  readonly scheduledUntilMs: number;
}

export interface AffectedComponent {
  readonly id: string;
  readonly name: string;
  readonly oldStatus: ComponentStatus;
  readonly newStatus: ComponentStatus;
}

/** Tells a maintenance from an incident. */
export function isMaintenance(story: Incident | Maintenance): story is Maintenance {
  return "scheduledForMs" in story;
}

/** Makes the snapshot of `rows` as of `nowMs`, or undefined while no prober has set the page up. */
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

function componentOf(
  row: HistoryRows["components"][number],
  recorded: readonly RecordedInterval[],
  maintained: readonly TimeWindow[],
  window: TimeWindow,
  weights: DowntimeWeights,
): Component {
  const { knownUntilMs, ...described } = row;
  const intervals = intervalsOf(recorded, knownUntilMs, maintained, window);
  const durations = durationsWithin(intervals, window);
  const newest = intervals.at(-1);
  return {
    ...described,
    status: newest?.status ?? "unknown",
    sinceMs: newest?.fromMs ?? row.createdAtMs,
    intervals,
    uptimePercent: uptimePercent(durations, weights),
    coveragePercent: coveragePercent(durations),
    observedMs: observedMs(durations),
  };
}

/** An interval as it is stored: the newest one of a component has no end yet. */
export interface RecordedInterval {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * A component's intervals up to the window's end: those that have ended as they are stored, then the open one.
 *
 * What has ended is the prober's word, with the maintenance in it already. From where the open interval begins, maintenance
 * wins over whatever is stored, which is what the prober writes as well, when it runs.
 */
function intervalsOf(
  recorded: readonly RecordedInterval[],
  knownUntilMs: number | null,
  maintained: readonly TimeWindow[],
  window: TimeWindow,
): StateInterval[] {
  const nowMs = window.toMs;
  const begun = recorded.filter(({ fromMs }) => fromMs < nowMs);
  const ended = begun
    .flatMap(({ toMs, ...rest }): StateInterval[] => (toMs === null ? [] : [{ ...rest, toMs }]))
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const open = begun.find(({ toMs }) => toMs === null);
  const earliestMs = open?.fromMs ?? ended.at(-1)?.toMs ?? -Infinity;
  const windows = maintained
    .filter(({ fromMs, toMs }) => fromMs <= nowMs && toMs > earliestMs)
    // Before its first observation a component has no history, and maintenance that is over makes none.
    .filter(({ toMs }) => open !== undefined || toMs > nowMs)
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, earliestMs), toMs }));
  const found = open === undefined ? [] : openIntervals(open, knownUntilMs, windows);
  return [...ended, ...underMaintenance(found, windows)]
    .filter(({ fromMs }) => fromMs <= nowMs)
    .map((interval) => ({ ...interval, toMs: Math.min(interval.toMs, nowMs) }));
}

/**
 * Ends the open interval where its observations end: what comes after, without an end, is `unknown`, also while no prober
 * runs that could write so. Of a maintenance nothing is left but its windows, which may have been moved.
 */
function openIntervals(
  { status, fromMs }: RecordedInterval,
  knownUntilMs: number | null,
  windows: readonly TimeWindow[],
): StateInterval[] {
  const isMoved = status === "under_maintenance" && windows.length > 0;
  const knownMs = isMoved ? fromMs : Math.max(fromMs, knownUntilMs ?? fromMs);
  const silent: StateInterval = { status: "unknown", fromMs: knownMs, toMs: Infinity };
  if (status === "unknown" || knownMs === fromMs) return [{ ...silent, fromMs }];
  return [{ status, fromMs, toMs: knownMs }, silent];
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
