import { type ErrorBudget, errorBudget } from "./error-budget.ts";
import type { LocalizedText } from "./localized-text.ts";
import { daysOfMonth, monthBeside, monthStartMs } from "./months.ts";
import { endOf, type Incident } from "./status-event.ts";
import {
  countedTime,
  coveragePercent,
  type DowntimeWeights,
  type Durations,
  durationsWithin,
  observedMs,
  type StateInterval,
  type TimeWindow,
  uptimePercent,
} from "./uptime.ts";

/** The maximum number of incidents in a report, the newest ones. */
export const MAX_INCIDENTS = 500;

/** The input of a report; epoch milliseconds. */
export interface ReportSource {
  /** E.g. `2026-11`, in the IANA time zone. */
  readonly month: string;
  readonly timeZone: string;
  readonly weights: DowntimeWeights;
  /** In the order in which they are shown. */
  readonly components: readonly ReportedComponent[];
  /** The incidents that were open in the month, newest first. */
  readonly incidents: readonly Incident[];
  readonly nowMs: number;
}

export interface ReportedComponent {
  readonly id: string;
  readonly name: LocalizedText;
  /** The uptime objective in percent; null if none is set. */
  readonly objective: number | null;
  /** Without overlap; time outside the month is ignored. */
  readonly intervals: readonly StateInterval[];
}

/** The report of a month, as far as it is over. */
export interface MonthReport extends TimesToHandle {
  readonly month: string;
  readonly timeZone: string;
  /** The whole month. */
  readonly window: TimeWindow;
  /** Until when the report reaches: the month's end, or now. */
  readonly untilMs: number;
  readonly isOver: boolean;
  readonly components: readonly ComponentReport[];
  readonly incidents: readonly IncidentReport[];
  /** Whether there were more incidents than the report has. */
  readonly hasMoreIncidents: boolean;
}

export interface ComponentReport extends TimesToHandle {
  readonly id: string;
  readonly name: LocalizedText;
  readonly durationsMs: Durations;
  /** Null while no time counts: no data is not 100 %. */
  readonly uptimePercent: number | null;
  readonly coveragePercent: number;
  /** Time lost to outages, weighted. */
  readonly downtimeMs: number;
  readonly objective: number | null;
  /** Null without an objective. */
  readonly budget: ErrorBudget | null;
  /** Days of the month, as far as it is over, without any observation; consecutive days are one entry. */
  readonly noData: readonly DaysInARow[];
  readonly incidentCount: number;
}

/** The first and the last of consecutive days, e.g. `2026-11-21`; equal for a single day. */
export interface DaysInARow {
  readonly firstDate: string;
  readonly lastDate: string;
}

/** Means over incidents; null if no incident has such a time yet. */
export interface TimesToHandle {
  readonly meanToDetectMs: number | null;
  readonly meanToResolveMs: number | null;
}

export interface IncidentReport extends Pick<
  Incident,
  "id" | "name" | "impact" | "componentIds" | "startedAtMs" | "resolvedAtMs"
> {
  /** When it was opened, by the monitor or by a person. */
  readonly openedAtMs: number;
  /** When the fault was over; null while it lasts. */
  readonly endedAtMs: number | null;
  readonly durationMs: number | null;
  /** Time from its start, the first slot that failed, to its opening. */
  readonly toDetectMs: number;
  /** Time from its opening to its resolution; null before. */
  readonly toResolveMs: number | null;
}

/** Returns the report of a month that has begun. */
export function monthReport(source: ReportSource): MonthReport {
  const { month, timeZone, nowMs } = source;
  const window = {
    fromMs: monthStartMs(timeZone, month),
    toMs: monthStartMs(timeZone, monthBeside(month, 1)),
  };
  const untilMs = Math.min(nowMs, window.toMs);
  const incidents = source.incidents.slice(0, MAX_INCIDENTS).map(incidentReport);
  return {
    month,
    timeZone,
    window,
    untilMs,
    isOver: nowMs >= window.toMs,
    components: source.components.map((component) =>
      componentReport(component, incidents, source, { ...window, untilMs }),
    ),
    incidents,
    hasMoreIncidents: source.incidents.length > MAX_INCIDENTS,
    ...timesToHandle(incidents),
  };
}

function componentReport(
  { id, name, objective, intervals }: ReportedComponent,
  incidents: readonly IncidentReport[],
  { month, timeZone, weights }: ReportSource,
  { fromMs, toMs, untilMs }: TimeWindow & { readonly untilMs: number },
): ComponentReport {
  const seen = intervals.filter((one) => one.toMs > fromMs && one.fromMs < untilMs);
  const durationsMs = durationsWithin(seen, { fromMs, toMs: untilMs });
  const { counted, lost } = countedTime(durationsMs, weights);
  const itsIncidents = incidents.filter(({ componentIds }) => componentIds.includes(id));
  return {
    id,
    name,
    durationsMs,
    uptimePercent: counted === 0n ? null : uptimePercent(durationsMs, weights),
    coveragePercent: coveragePercent(durationsMs),
    downtimeMs: Math.round(Number(lost) / 1000),
    objective,
    budget:
      objective === null ? null : errorBudget(durationsMs, weights, objective, toMs - untilMs),
    noData: daysWithoutData(timeZone, month, seen, untilMs),
    incidentCount: itsIncidents.length,
    ...timesToHandle(itsIncidents),
  };
}

function daysWithoutData(
  timeZone: string,
  month: string,
  intervals: readonly StateInterval[],
  untilMs: number,
): DaysInARow[] {
  const rows: DaysInARow[] = [];
  let isInARow = false;
  for (const { date, fromMs, toMs } of daysOfMonth(timeZone, month)) {
    if (fromMs >= untilMs) break;
    const day = { fromMs, toMs: Math.min(toMs, untilMs) };
    const isUnseen = observedMs(durationsWithin(intervals, day)) === 0;
    const firstDate = (isInARow ? rows.pop()?.firstDate : undefined) ?? date;
    if (isUnseen) rows.push({ firstDate, lastDate: date });
    else if (isInARow) rows.push({ firstDate, lastDate: dayBefore(date) });
    isInARow = isUnseen;
  }
  return rows;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 1).toISOString().slice(0, date.length);
}

function incidentReport(incident: Incident): IncidentReport {
  const { id, name, impact, componentIds, startedAtMs, createdAtMs, resolvedAtMs } = incident;
  const endedAtMs = endOf(incident);
  return {
    id,
    name,
    impact,
    componentIds,
    startedAtMs,
    openedAtMs: createdAtMs,
    endedAtMs,
    resolvedAtMs,
    durationMs: endedAtMs === null ? null : endedAtMs - startedAtMs,
    toDetectMs: Math.max(0, createdAtMs - startedAtMs),
    toResolveMs: resolvedAtMs === null ? null : Math.max(0, resolvedAtMs - createdAtMs),
  };
}

function timesToHandle(incidents: readonly IncidentReport[]): TimesToHandle {
  return {
    meanToDetectMs: meanOf(incidents.map(({ toDetectMs }) => toDetectMs)),
    meanToResolveMs: meanOf(incidents.flatMap(({ toResolveMs }) => toResolveMs ?? [])),
  };
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
