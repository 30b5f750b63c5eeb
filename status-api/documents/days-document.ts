import type { Component, Snapshot } from "../snapshot/snapshot.ts";
import type { Incident, Maintenance } from "#monitor/domain/story.ts";
import {
  coveragePercent,
  dayMs,
  type DayDurations,
  type DowntimeWeights,
  type Durations,
  durationsByDay,
  type TimeWindow,
  uptimePercent,
} from "#monitor/domain/uptime.ts";
import type { DaysDocument } from "./component-document-schemas.ts";
import { pageEntry } from "./status-document.ts";
import { permalink } from "./story-entry.ts";
import { optionalTimestamp, timestamp } from "./timestamp.ts";

type Day = DaysDocument["days"][number];

/** Renders components/{id}/days.json: what each of the 90 days held, and what the uptime figure comes from. */
export function daysDocument(snapshot: Snapshot, component: Component): DaysDocument {
  const { window } = snapshot;
  const stories = [...snapshot.incidents, ...snapshot.maintenances].filter(
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
    days: durationsByDay(component.intervals, window).map((day) => dayOf(day, stories, snapshot)),
  };
}

/** The formula of uptime as people read it. */
function uptimeFormula({ major_outage, partial_outage }: DowntimeWeights): string {
  return (
    `100 × (1 − (${weighed(major_outage, "major_outage")} + ${weighed(partial_outage, "partial_outage")})` +
    " / (observed − under_maintenance)), floored to two decimals; observed is all but unknown;" +
    " 100 when nothing was observed, with coverage 0"
  );
}

function weighed(weight: number, status: string): string {
  return weight === 1 ? status : `${weight} × ${status}`;
}

function dayOf(
  { date, durationsMs }: DayDurations,
  stories: readonly (Incident | Maintenance)[],
  { page, window }: Snapshot,
): Day {
  const fromMs = Date.parse(date);
  const day = { fromMs, toMs: Math.min(fromMs + dayMs, window.toMs) };
  return {
    date,
    seconds: secondsOf(durationsMs),
    uptime: uptimePercent(durationsMs, page.weights),
    coverage: coveragePercent(durationsMs),
    incidents: stories
      .filter((story) => overlaps(story, day))
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

function secondsOf(durations: Durations): Day["seconds"] {
  return {
    operational: durations.operational / 1000,
    degraded_performance: durations.degraded_performance / 1000,
    partial_outage: durations.partial_outage / 1000,
    major_outage: durations.major_outage / 1000,
    under_maintenance: durations.under_maintenance / 1000,
    unknown: durations.unknown / 1000,
  };
}
