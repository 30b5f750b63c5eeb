import { type Indicator, type OverallKind, overallStatus } from "../overall.ts";
import type { Component, Incident, Snapshot } from "../snapshot.ts";
import {
  type ComponentStatus,
  componentStatuses,
  type IncidentImpact,
  type IncidentStatus,
  type Localized,
  worstStatus,
} from "../states.ts";
import {
  dayMs,
  type DayDurations,
  type DowntimeWeights,
  durationsByDay,
  type TimeWindow,
} from "../uptime.ts";

/**
 * What the status page shows, in both languages: the page is rendered from it on the server and refreshes
 * itself from /page.json. All times are epoch milliseconds, all days are UTC days.
 */
export interface PageView {
  readonly name: Localized;
  readonly url: string;
  readonly overall: OverallKind;
  readonly indicator: Indicator;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** Whether the monitor's database is out of reach, so that this is the last that was known. */
  readonly databaseAway: boolean;
  readonly groups: readonly GroupView[];
  /** Unresolved ones and those of the last 90 days, newest first. */
  readonly incidents: readonly IncidentView[];
  readonly weights: DowntimeWeights;
}

/** A group, or, without an id and a name, the components that are in none. */
export interface GroupView {
  readonly id: string | null;
  readonly name: Localized | null;
  readonly status: ComponentStatus;
  readonly components: readonly ComponentView[];
}

export interface ComponentView {
  readonly id: string;
  readonly name: Localized;
  readonly description: Localized;
  readonly status: ComponentStatus;
  readonly sinceMs: number;
  readonly uptimePercent: number;
  readonly coveragePercent: number;
  readonly observedMs: number;
  /** 90 days, oldest first. */
  readonly days: readonly DayView[];
  /** What it was when: the newest ones, oldest first, each up to the next. */
  readonly intervals: readonly IntervalView[];
}

export interface DayView {
  /** The day as `2026-11-21`. */
  readonly date: string;
  /** The worst that was seen that day; `unknown` only when nothing was. */
  readonly status: ComponentStatus;
  /** Milliseconds by status, those above 0; they add up to the day, or to the part of it that is over. */
  readonly durationsMs: Readonly<Partial<Record<ComponentStatus, number>>>;
}

export interface IntervalView {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface IncidentView {
  readonly id: string;
  readonly name: Localized;
  readonly status: IncidentStatus;
  readonly impact: IncidentImpact;
  readonly startedAtMs: number;
  readonly resolvedAtMs: number | null;
  readonly componentIds: readonly string[];
  /** Newest first; empty for one that was resolved more than 15 days ago. */
  readonly updates: readonly IncidentUpdateView[];
}

export interface IncidentUpdateView {
  readonly id: string;
  readonly status: IncidentStatus;
  readonly body: Localized;
  readonly atMs: number;
}

/** A component that flaps has thousands of intervals; the page gets the newest of them. */
const maximumIntervals = 400;

/** How long the page tells a resolved incident's whole story. */
const storyDays = 15;

/** Renders the page's view of a snapshot. */
export function pageView(
  snapshot: Snapshot,
  { databaseAway }: { databaseAway: boolean },
): PageView {
  const { page, groups, components, incidents, dataAtMs, window } = snapshot;
  const { kind, indicator } = overallStatus(components.map(({ status }) => status));
  const grouped = groups.map(({ id, name }) =>
    groupView(
      { id, name },
      components.filter(({ groupId }) => groupId === id),
      window,
    ),
  );
  const ungrouped = components.filter(({ groupId }) => groupId === null);
  return {
    name: page.name,
    url: page.url,
    overall: kind,
    indicator,
    dataAtMs,
    databaseAway,
    groups:
      ungrouped.length > 0
        ? [...grouped, groupView({ id: null, name: null }, ungrouped, window)]
        : grouped,
    incidents: incidents
      .filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs > window.fromMs)
      .map((incident) => incidentView(incident, dataAtMs)),
    weights: page.weights,
  };
}

function groupView(
  named: Pick<GroupView, "id" | "name">,
  members: readonly Component[],
  window: TimeWindow,
): GroupView {
  return {
    ...named,
    status: worstStatus(members.map(({ status }) => status)),
    components: members
      .filter(({ onlyShowIfDegraded, status }) => !onlyShowIfDegraded || status !== "operational")
      .map((component) => componentView(component, window)),
  };
}

function componentView(component: Component, window: TimeWindow): ComponentView {
  const { id, name, description, status, sinceMs } = component;
  const { uptimePercent, coveragePercent, observedMs, intervals } = component;
  return {
    id,
    name,
    description,
    status,
    sinceMs,
    uptimePercent,
    coveragePercent,
    observedMs,
    days: durationsByDay(intervals, window).map(dayView),
    intervals: intervals.slice(-maximumIntervals),
  };
}

function dayView({ date, durationsMs }: DayDurations): DayView {
  const seen = componentStatuses.filter((status) => durationsMs[status] > 0);
  return {
    date,
    status: worstStatus(seen.filter((status) => status !== "unknown")),
    durationsMs: Object.fromEntries(seen.map((status) => [status, durationsMs[status]])),
  };
}

function incidentView(incident: Incident, dataAtMs: number): IncidentView {
  const { id, name, status, impact, startedAtMs, resolvedAtMs, componentIds, updates } = incident;
  const isRecent = resolvedAtMs === null || resolvedAtMs > dataAtMs - storyDays * dayMs;
  return {
    id,
    name,
    status,
    impact,
    startedAtMs,
    resolvedAtMs,
    componentIds,
    updates: (isRecent ? updates : []).map((update) => ({
      id: update.id,
      status: update.status,
      body: update.body,
      atMs: update.displayAtMs,
    })),
  };
}
