import { DAY_MS } from "#units/time.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import {
  coveragePercent,
  type DayDurations,
  downtimeWeight,
  type DowntimeWeights,
  durationsByDay,
  isCounted,
  type StateInterval,
  type TimeWindow,
  uptimeFormula,
  uptimePercent,
} from "#monitor/domain/uptime.ts";
import type { Drift } from "#monitor/store/drifts.ts";
import type { CheckFigures } from "#monitor/store/figures.ts";
import type { Component, Snapshot } from "../snapshot/snapshot.ts";
import type { DaysDocument, LatencyDocument } from "./component-document-schemas.ts";
import { csvOf } from "./csv.ts";
import { pageEntry } from "./status-document.ts";
import { permalink } from "./status-event-entry.ts";
import { optionalTimestamp, timestamp } from "./timestamp.ts";

/**
 * Renders components/{id}/days.json: the time in each status on each of the 90 days, from which the uptime figure is
 * calculated.
 */
export function daysDocument(snapshot: Snapshot, component: Component): DaysDocument {
  const { window } = snapshot;
  const statusEvents = [...snapshot.incidents, ...snapshot.maintenances].filter(
    ({ status, componentIds }) => status !== "scheduled" && componentIds.includes(component.id),
  );
  return {
    page: pageEntry(snapshot),
    component: { id: component.id, name: component.name.en },
    window: { from: timestamp(window.fromMs), to: timestamp(window.toMs) },
    formula: uptimeFormula(snapshot.page.weights),
    weights: { ...snapshot.page.weights },
    uptime_90d: component.uptimePercent,
    uptime_90d_coverage: component.coveragePercent,
    days: durationsByDay(component.intervals, window).map((day) =>
      dayOf(day, statusEvents, snapshot),
    ),
  };
}

function dayOf(
  { date, durationsMs }: DayDurations,
  statusEvents: readonly (Incident | Maintenance)[],
  { page, window }: Snapshot,
): DaysDocument["days"][number] {
  const fromMs = Date.parse(date);
  const day = { fromMs, toMs: Math.min(fromMs + DAY_MS, window.toMs) };
  return {
    date,
    seconds: secondsOf(durationsMs),
    uptime: uptimePercent(durationsMs, page.weights),
    coverage: coveragePercent(durationsMs),
    incidents: statusEvents
      .filter((statusEvent) => overlaps(statusEvent, day))
      .map(({ id, name, impact, startedAtMs, resolvedAtMs }) => ({
        id,
        name: name.en,
        impact,
        shortlink: permalink(page, id),
        started_at: timestamp(startedAtMs),
        resolved_at: optionalTimestamp(resolvedAtMs),
      })),
  };
}

function overlaps(
  { startedAtMs, resolvedAtMs }: Pick<Incident, "startedAtMs" | "resolvedAtMs">,
  { fromMs, toMs }: TimeWindow,
): boolean {
  return startedAtMs < toMs && (resolvedAtMs === null || resolvedAtMs > fromMs);
}

/** Converts durations by status to seconds. */
export function secondsOf(
  durationsMs: DayDurations["durationsMs"],
): Record<ComponentStatus, number> {
  const seconds = Object.entries(durationsMs).map(([status, ms]) => [status, ms / 1000]);
  return Object.fromEntries(seconds) as Record<ComponentStatus, number>;
}

/** Renders components/{id}/latency.json: how long the component's checks took, by hour and location. */
export function latencyDocument(
  snapshot: Snapshot,
  component: Component,
  {
    figures,
    drifts,
  }: { readonly figures: readonly CheckFigures[]; readonly drifts: readonly Drift[] },
  window: TimeWindow,
): LatencyDocument {
  return {
    page: pageEntry(snapshot),
    component: { id: component.id, name: component.name.en },
    window: { from: timestamp(window.fromMs), to: timestamp(window.toMs) },
    checks: figures.map(({ checkId, kind, periodSeconds, location, hours }) => ({
      id: checkId,
      kind,
      period_seconds: periodSeconds,
      location,
      drifts: drifts
        .filter((drift) => drift.checkId === checkId && drift.location === location)
        .map(({ measure, clip, fromMs, toMs }) => ({
          measure,
          clip: clip === "" ? null : clip,
          from: timestamp(fromMs),
          to: optionalTimestamp(toMs),
        })),
      hours: hours.map((hour) => ({
        hour: timestamp(hour.hourMs),
        count: hour.count,
        failures: hour.failures,
        degraded: hour.degraded,
        prober_errors: hour.proberErrors,
        missed: hour.missed,
        duration_ms: hour.durationMs,
        phases_ms: { ...hour.phasesMs },
        measures: { ...hour.measures },
      })),
    })),
  };
}

/**
 * Renders components/{id}/timeline.csv: the component's statuses and their times over the whole window, without a gap.
 *
 * Each row has its weight, so that uptime_90d is 100 × (1 − Σ seconds × downtime_weight / Σ seconds where counted is true),
 * floored to two decimals, and the coverage is the share of the seconds that is not `unknown`.
 */
export function timelineCsv(
  intervals: readonly StateInterval[],
  window: TimeWindow,
  weights: DowntimeWeights,
): string {
  const rows = withoutGaps(intervals, window).map(({ status, fromMs, toMs }) => [
    timestamp(fromMs),
    timestamp(toMs),
    status,
    ((toMs - fromMs) / 1000).toFixed(3),
    isCounted(status),
    downtimeWeight(status, weights),
  ]);
  const header = ["from", "to", "status", "seconds", "counted", "downtime_weight"];
  return csvOf(header, rows);
}

/** Cuts intervals to the window, fills gaps with `unknown` and joins neighbours of the same status. */
function withoutGaps(intervals: readonly StateInterval[], window: TimeWindow): StateInterval[] {
  const rows: StateInterval[] = [];
  let reachedMs = window.fromMs;
  const add = (status: ComponentStatus, toMs: number): void => {
    if (toMs <= reachedMs) return;
    const last = rows.at(-1);
    const fromMs = last?.status === status ? last.fromMs : reachedMs;
    if (last?.status === status) rows.pop();
    rows.push({ status, fromMs, toMs });
    reachedMs = toMs;
  };
  for (const { status, fromMs, toMs } of intervals) {
    add("unknown", Math.min(fromMs, window.toMs));
    add(status, Math.min(toMs, window.toMs));
  }
  add("unknown", window.toMs);
  return rows;
}
