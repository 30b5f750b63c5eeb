import type { HistoryRows } from "./history.ts";
import type { ComponentStatus, IncidentImpact, IncidentStatus, Localized } from "./states.ts";
import {
  coveragePercent,
  type DayDurations,
  durationsByDay,
  observedMs,
  type StateInterval,
  sumDurations,
  uptimePercent,
  uptimeWindow,
} from "./uptime.ts";

/** Everything the documents and the page say, at one moment; all times are epoch milliseconds. */
export interface Snapshot {
  readonly page: {
    readonly id: string;
    readonly name: Localized;
    readonly url: string;
    readonly timeZone: string;
  };
  readonly revision: number;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** In the order in which they are shown. */
  readonly groups: readonly Group[];
  /** In the order in which they are shown: group by group, then those without a group. */
  readonly components: readonly Component[];
  /** Unresolved ones and those of the last 90 days, newest first. */
  readonly incidents: readonly Incident[];
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
  readonly status: ComponentStatus;
  /** Since when it has this status; when it was set up, if nothing was ever observed. */
  readonly sinceMs: number;
  /** Its history in the 90-day window, oldest first, without overlap; the last one ends now. */
  readonly intervals: readonly StateInterval[];
  readonly days: readonly DayDurations[];
  readonly uptimePercent: number;
  readonly coveragePercent: number;
  /** Milliseconds of the window in which somebody looked. */
  readonly observedMs: number;
}

export interface Incident {
  readonly id: string;
  readonly name: Localized;
  readonly status: IncidentStatus;
  readonly impact: IncidentImpact;
  readonly startedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly monitoringAtMs: number | null;
  readonly resolvedAtMs: number | null;
  readonly componentIds: readonly string[];
  /** Newest first. */
  readonly updates: readonly IncidentUpdate[];
}

export interface IncidentUpdate {
  readonly id: string;
  readonly status: IncidentStatus;
  readonly body: Localized;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly displayAtMs: number;
  readonly affected: readonly AffectedComponent[];
}

export interface AffectedComponent {
  readonly id: string;
  readonly name: string;
  readonly oldStatus: ComponentStatus;
  readonly newStatus: ComponentStatus;
}

/** Makes the snapshot of `rows` as of `nowMs`, or undefined while no prober has set the page up. */
export function buildSnapshot(rows: HistoryRows, nowMs: number): Snapshot | undefined {
  if (rows.page === undefined) return undefined;
  const window = uptimeWindow(nowMs);
  const groups = rows.groups.toSorted(byPosition).map(({ id, name, position }) => ({
    id,
    name,
    position,
    componentIds: rows.components
      .filter(({ groupId }) => groupId === id)
      .toSorted(byPosition)
      .map((component) => component.id),
  }));
  const groupOrder = new Map(groups.map(({ id }, index) => [id, index]));
  const orderOf = (groupId: string | null): number =>
    (groupId === null ? undefined : groupOrder.get(groupId)) ?? groups.length;
  return {
    page: rows.page,
    revision: rows.revision,
    dataAtMs: rows.changedAtMs,
    groups,
    components: rows.components
      .toSorted((a, b) => orderOf(a.groupId) - orderOf(b.groupId) || byPosition(a, b))
      .map((row) => componentOf(row, rows.intervals.get(row.id) ?? [], window)),
    incidents: rows.incidents.toSorted((a, b) => b.startedAtMs - a.startedAtMs),
  };
}

function componentOf(
  row: HistoryRows["components"][number],
  recorded: readonly RecordedInterval[],
  window: { fromMs: number; toMs: number },
): Component {
  const { knownUntilMs, createdAtMs, ...described } = row;
  const intervals = knownIntervals(recorded, knownUntilMs, window);
  const days = durationsByDay(intervals, window);
  const durations = sumDurations(days);
  const newest = intervals.at(-1);
  return {
    ...described,
    status: newest?.status ?? "unknown",
    sinceMs: newest?.fromMs ?? createdAtMs,
    intervals,
    days,
    uptimePercent: uptimePercent(durations),
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
 * Ends the open interval where its observations end: what comes after is `unknown`, also while no prober
 * runs that could write so.
 */
function knownIntervals(
  recorded: readonly RecordedInterval[],
  knownUntilMs: number | null,
  window: { toMs: number },
): StateInterval[] {
  return recorded
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .filter(({ fromMs }) => fromMs < window.toMs)
    .flatMap(({ status, fromMs, toMs }): StateInterval[] => {
      if (toMs !== null) return [{ status, fromMs, toMs: Math.min(toMs, window.toMs) }];
      const knownMs = Math.max(fromMs, Math.min(knownUntilMs ?? fromMs, window.toMs));
      if (status === "unknown" || knownMs === window.toMs) {
        return [{ status, fromMs, toMs: window.toMs }];
      }
      const known: StateInterval = { status, fromMs, toMs: knownMs };
      const silent: StateInterval = { status: "unknown", fromMs: knownMs, toMs: window.toMs };
      return knownMs > fromMs ? [known, silent] : [silent];
    });
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
