import type { FigureRange } from "#monitor/domain/figure-ranges.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import {
  type FiguresView,
  figuresView,
  firstPointDueMs,
  rangeStartMs,
} from "./page-view-figures.ts";
import {
  type CheckRunsView,
  type PresentView,
  presentStartMs,
  presentView,
  runsView,
} from "./page-view-runs.ts";
import type { ContentOf } from "./content-of.ts";
import { type StatusEventView, statusEventView } from "./page-view-status-event.ts";
import type { Drift } from "#monitor/store/drifts.ts";
import type { CheckRow } from "#monitor/store/figures.ts";
import { type Archive, unlessAway } from "../snapshot/archive.ts";
import type { Component, Current } from "../snapshot/snapshot.ts";
import { type ComponentStatus, COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";
import {
  type DayDurations,
  type DowntimeWeights,
  durationsByDay,
  type StateInterval,
  type TimeWindow,
  worstSeen,
} from "#monitor/domain/uptime.ts";

export interface ComponentView extends Pick<
  Component,
  | "id"
  | "name"
  | "description"
  | "status"
  | "sinceMs"
  | "uptimePercent"
  | "coveragePercent"
  | "observedMs"
> {
  /** Until when a status set by a person holds; null while the checks decide it. */
  readonly saidUntilMs: number | null;
  /** 90 days, oldest first. */
  readonly days: readonly DayView[];
  /** The newest intervals, oldest first. */
  readonly intervals: readonly StateInterval[];
}

export interface DayView {
  /** The day as `2026-11-21`. */
  readonly date: string;
  /** The worst status that was observed that day; `unknown` only when none was. */
  readonly status: ComponentStatus;
  /** Milliseconds by status, without zeros; they add up to the day, or to the part of it that is over. */
  readonly durationsMs: Readonly<Partial<Record<ComponentStatus, number>>>;
}

export interface ComponentPageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly dataAtMs: number;
  readonly databaseAway: boolean;
  readonly groupName: LocalizedText | null;
  readonly component: ComponentView;
  /** Incidents and maintenance of the 90 days that affected it, newest first, without their updates. */
  readonly statusEvents: readonly StatusEventView[];
  readonly weights: DowntimeWeights;
  readonly range: FigureRange;
  /** Data that is read from the database on request; null while it does not answer. */
  readonly measured: {
    readonly checks: readonly CheckView[];
    readonly present: readonly PresentView[];
    /** When a measure was worse than usual, oldest first. */
    readonly drifts: readonly DriftView[];
    /** Every run of 24 hours; null for longer ranges. */
    readonly runs: readonly CheckRunsView[] | null;
    /** The figures of longer ranges; null for 24 hours. */
    readonly figures: FiguresView | null;
  } | null;
}

/** A period in which a measure of a check was worse than usual. */
export interface DriftView {
  readonly id: string;
  readonly location: string;
  readonly measured: "duration" | "wordError";
  readonly fromMs: number;
  /** Null while it lasts. */
  readonly toMs: number | null;
}

interface CheckView extends Pick<CheckRow, "id" | "kind" | "periodSeconds"> {
  /** When its chart has its first point at the latest; null once that time has passed. */
  readonly firstPointDueMs: number | null;
}

/** A component that flaps has thousands of intervals; the page gets the newest of them. */
const MAXIMUM_INTERVALS = 400;

export function componentView(component: Component, window: TimeWindow): ComponentView {
  const { id, name, description, status, sinceMs } = component;
  const { uptimePercent, coveragePercent, observedMs, intervals } = component;
  return {
    id,
    name,
    description,
    status,
    saidUntilMs: component.override?.untilMs ?? null,
    sinceMs,
    uptimePercent,
    coveragePercent,
    observedMs,
    days: durationsByDay(intervals, window).map(dayView),
    intervals: intervals.slice(-MAXIMUM_INTERVALS),
  };
}

/**
 * Returns the content of a component's page, undefined for an unknown id; `measured` is null while the database does not
 * answer.
 */
export async function componentContent(
  { snapshot, databaseAwaySinceMs }: Current,
  archive: Archive,
  id: string,
  range: FigureRange,
): Promise<ContentOf<"component", ComponentPageView> | undefined> {
  const { page, groups, components, incidents, maintenances, dataAtMs, window } = snapshot;
  const component = components.find((one) => one.id === id);
  if (component === undefined) return undefined;
  const view: ComponentPageView = {
    name: page.name,
    url: page.url,
    dataAtMs,
    databaseAway: databaseAwaySinceMs !== undefined,
    groupName: groups.find((group) => group.id === component.groupId)?.name ?? null,
    component: componentView(component, window),
    statusEvents: [...incidents, ...maintenances]
      .filter(({ componentIds }) => componentIds.includes(id))
      .filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs > window.fromMs)
      .toSorted((a, b) => b.startedAtMs - a.startedAtMs)
      .map((statusEvent) => statusEventView(statusEvent, 0)),
    weights: page.weights,
    range,
    measured: await unlessAway(measuredOf(window.toMs, archive, id, range)),
  };
  return { kind: "component", view };
}

async function measuredOf(
  untilMs: number,
  archive: Archive,
  id: string,
  range: FigureRange,
): Promise<ComponentPageView["measured"]> {
  const isOfRuns = range === "24h";
  const sinceMs = isOfRuns ? rangeStartMs(range, untilMs) : presentStartMs(untilMs);
  const [rows, drifts, runs, figures] = await Promise.all([
    archive.checks(id),
    archive.drifts(id, rangeStartMs(range, untilMs)),
    archive.runs(id, sinceMs),
    isOfRuns ? null : archive.figures(id, rangeStartMs(range, untilMs)),
  ]);
  return {
    checks: rows.map((check) => ({
      id: check.id,
      kind: check.kind,
      periodSeconds: check.periodSeconds,
      firstPointDueMs: firstPointDueMs(check, range, untilMs),
    })),
    drifts: drifts.map(driftView),
    present: presentView(runs, untilMs),
    runs: isOfRuns ? runsView(runs, sinceMs, untilMs) : null,
    figures: figures && figuresView(figures, range, untilMs),
  };
}

function driftView({ checkId, location, measure, fromMs, toMs }: Drift): DriftView {
  const measured = measure === "duration_ms" ? "duration" : "wordError";
  return { id: checkId, location, measured, fromMs, toMs };
}

function dayView({ date, durationsMs }: DayDurations): DayView {
  const seen = COMPONENT_STATUSES.filter((status) => durationsMs[status] > 0);
  return {
    date,
    status: worstSeen(durationsMs),
    durationsMs: Object.fromEntries(seen.map((status) => [status, durationsMs[status]])),
  };
}
