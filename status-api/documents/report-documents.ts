import { JSON_TYPE } from "#runtime/content-types.ts";
import { type Static, Type } from "typebox";
import type { MonthReport } from "#monitor/domain/report.ts";
import { uptimeFormula } from "#monitor/domain/uptime.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { Percent, Seconds, Weights } from "./component-document-schemas.ts";
import { secondsOf } from "./component-documents.ts";
import { csvOf, CSV_TYPE } from "./csv.ts";
import { Impact, nullable, object, PageEntry, Timestamp } from "./document-schemas.ts";
import { pageEntry } from "./status-document.ts";
import { permalink } from "./status-event-entry.ts";
import { optionalTimestamp, timestamp } from "./timestamp.ts";

const Length = nullable(Type.Number({ minimum: 0, description: "Seconds" }));
const means = { mean_seconds_to_detect: Length, mean_seconds_to_resolve: Length };
const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: "date", description: "A day of the page's time zone" });

/** /api/v2/reports/{month}.json */
export const ReportDocument = object({
  page: PageEntry,
  month: Type.String(),
  from: Timestamp,
  to: Timestamp,
  is_over: Type.Boolean(),
  figures_until: Timestamp,
  formula: Type.String(),
  weights: Weights,
  ...means,
  components: Type.Array(
    object({
      id: Type.String(),
      name: Type.String(),
      uptime: nullable(Percent),
      coverage: Percent,
      seconds: Seconds,
      downtime_minutes: Type.Number({ minimum: 0 }),
      objective: nullable(Percent),
      error_budget: nullable(object({ minutes: Type.Number(), minutes_left: Type.Number() })),
      no_data: Type.Array(object({ from: Day, to: Day })),
      incidents: Count,
      ...means,
    }),
  ),
  incidents: Type.Array(
    object({
      id: Type.String(),
      name: Type.String(),
      impact: Impact,
      shortlink: Type.String(),
      components: Type.Array(Type.String()),
      started_at: Timestamp,
      opened_at: Timestamp,
      ended_at: nullable(Timestamp),
      resolved_at: nullable(Timestamp),
      duration_seconds: Length,
      seconds_to_detect: Length,
      seconds_to_resolve: Length,
    }),
  ),
  has_more_incidents: Type.Boolean(),
});
export type ReportDocument = Static<typeof ReportDocument>;

/** A file of a report: English, its times in UTC. */
interface ReportFile {
  readonly contentType: string;
  readonly write: (snapshot: Snapshot, report: MonthReport) => string;
}

/** The files of a monthly report by what follows the month in their URLs. */
export const reportFiles: Readonly<Record<string, ReportFile>> = {
  ".json": {
    contentType: JSON_TYPE,
    write: (snapshot, report) => JSON.stringify(reportDocument(snapshot, report)),
  },
  ".csv": { contentType: CSV_TYPE, write: (snapshot, report) => componentsCsv(snapshot, report) },
  "/incidents.csv": {
    contentType: CSV_TYPE,
    write: (snapshot, report) => incidentsCsv(snapshot, report),
  },
};

export function reportDocument(snapshot: Snapshot, report: MonthReport): ReportDocument {
  const { weights } = snapshot.page;
  return {
    page: pageEntry(snapshot),
    month: report.month,
    from: timestamp(report.window.fromMs),
    to: timestamp(report.window.toMs),
    is_over: report.isOver,
    figures_until: timestamp(report.untilMs),
    formula: uptimeFormula(weights),
    weights: { ...weights },
    ...meansOf(report),
    components: report.components.map((component) => ({
      id: component.id,
      name: component.name.en,
      uptime: component.uptimePercent,
      coverage: component.coveragePercent,
      seconds: secondsOf(component.durationsMs),
      downtime_minutes: minutesOf(component.downtimeMs),
      objective: component.objective,
      error_budget: component.budget && {
        minutes: minutesOf(component.budget.wholeMs),
        minutes_left: minutesOf(component.budget.leftMs),
      },
      no_data: component.noData.map(({ firstDate, lastDate }) => ({
        from: firstDate,
        to: lastDate,
      })),
      incidents: component.incidentCount,
      ...meansOf(component),
    })),
    incidents: report.incidents.map((incident) => ({
      id: incident.id,
      name: incident.name.en,
      impact: incident.impact,
      shortlink: permalink(snapshot.page, incident.id),
      components: [...incident.componentIds],
      started_at: timestamp(incident.startedAtMs),
      opened_at: timestamp(incident.openedAtMs),
      ended_at: optionalTimestamp(incident.endedAtMs),
      resolved_at: optionalTimestamp(incident.resolvedAtMs),
      duration_seconds: lengthOf(incident.durationMs),
      seconds_to_detect: lengthOf(incident.toDetectMs),
      seconds_to_resolve: lengthOf(incident.toResolveMs),
    })),
    has_more_incidents: report.hasMoreIncidents,
  };
}

function componentsCsv(snapshot: Snapshot, report: MonthReport): string {
  const header = [
    "month",
    "component",
    "name",
    "uptime",
    "coverage",
    "downtime_minutes",
    "objective",
    "error_budget_minutes",
    "error_budget_minutes_left",
    "incidents",
    "mean_seconds_to_detect",
    "mean_seconds_to_resolve",
    "figures_until",
  ];
  const { components, figures_until } = reportDocument(snapshot, report);
  const rows = components.map((component) => [
    report.month,
    component.id,
    component.name,
    component.uptime,
    component.coverage,
    component.downtime_minutes,
    component.objective,
    component.error_budget?.minutes ?? null,
    component.error_budget?.minutes_left ?? null,
    component.incidents,
    component.mean_seconds_to_detect,
    component.mean_seconds_to_resolve,
    figures_until,
  ]);
  return csvOf(header, rows);
}

function incidentsCsv(snapshot: Snapshot, report: MonthReport): string {
  const header = [
    "incident",
    "name",
    "impact",
    "components",
    "started_at",
    "opened_at",
    "ended_at",
    "resolved_at",
    "duration_seconds",
    "seconds_to_detect",
    "seconds_to_resolve",
    "link",
  ];
  const rows = reportDocument(snapshot, report).incidents.map((incident) => [
    incident.id,
    incident.name,
    incident.impact,
    incident.components.join(" "),
    incident.started_at,
    incident.opened_at,
    incident.ended_at,
    incident.resolved_at,
    incident.duration_seconds,
    incident.seconds_to_detect,
    incident.seconds_to_resolve,
    incident.shortlink,
  ]);
  return csvOf(header, rows);
}

function meansOf({
  meanToDetectMs,
  meanToResolveMs,
}: Pick<MonthReport, "meanToDetectMs" | "meanToResolveMs">) {
  return {
    mean_seconds_to_detect: lengthOf(meanToDetectMs),
    mean_seconds_to_resolve: lengthOf(meanToResolveMs),
  };
}

function lengthOf(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

/** Returns minutes floored to two decimals, so that a budget is never overstated. */
function minutesOf(ms: number): number {
  return Math.floor(ms / 600) / 100;
}
