import { isMonth, monthBeside, monthIn, monthStartMs } from "#monitor/domain/months.ts";
import { type MonthReport, monthReport } from "#monitor/domain/report.ts";
import type { Incident } from "#monitor/domain/status-event.ts";
import type { Archive } from "./archive.ts";
import type { Component, Current, Snapshot } from "./snapshot.ts";

/** The scope of a report: only components marked public, for everybody, or all components. */
export type ReportScope = "public" | "all";

export interface FoundReport {
  readonly report: MonthReport;
  /** The previous and the next month; null where there is none yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Returns whether a month has a report. */
export function hasReport(snapshot: Snapshot, scope: ReportScope, month: string): boolean {
  const { first, newest } = monthsOf(snapshot, reported(snapshot, scope));
  return isMonth(month) && first !== undefined && first <= month && month <= newest;
}

/** Returns the report of a month, by default the newest one; undefined where there is none. Rejects with `DatabaseAway`. */
export async function findReport(
  { snapshot }: Pick<Current, "snapshot">,
  archive: Archive,
  scope: ReportScope,
  requestedMonth?: string,
): Promise<FoundReport | undefined> {
  const components = reported(snapshot, scope);
  const { first, newest } = monthsOf(snapshot, components);
  const month = requestedMonth ?? newest;
  if (first === undefined || !hasReport(snapshot, scope, month)) return undefined;
  const { page, window } = snapshot;
  const fromMs = monthStartMs(page.timeZone, month);
  const toMs = monthStartMs(page.timeZone, monthBeside(month, 1));
  const older = fromMs >= window.fromMs ? undefined : await archive.endedIntervals(fromMs, toMs);
  const incidents = await archive.incidentsDuring(fromMs, toMs);
  const ids = new Set(components.map(({ id }) => id));
  const report = monthReport({
    month,
    timeZone: page.timeZone,
    weights: page.weights,
    components: components.map((component) => ({
      ...component,
      intervals: wholeHistory(component.intervals, older?.get(component.id) ?? []),
    })),
    incidents: incidents.flatMap((incident) => withinScope(incident, ids, scope)),
    nowMs: window.toMs,
  });
  return {
    report,
    previous: month > first ? monthBeside(month, -1) : null,
    next: month < newest ? monthBeside(month, 1) : null,
  };
}

function reported({ components }: Snapshot, scope: ReportScope): readonly Component[] {
  return scope === "all" ? components : components.filter(({ isReportPublic }) => isReportPublic);
}

/** Returns the month in which the first of `components` was set up, and the current month. */
function monthsOf(
  { page, window }: Snapshot,
  components: readonly Component[],
): { readonly first: string | undefined; readonly newest: string } {
  const begins = components.map(({ createdAtMs }) => createdAtMs);
  return {
    first:
      components.length === 0
        ? undefined
        : monthIn(page.timeZone, Math.min(window.toMs, ...begins)),
    newest: monthIn(page.timeZone, window.toMs),
  };
}

/** Puts older intervals before those of a snapshot; intervals in both are used once. */
function wholeHistory(
  known: Component["intervals"],
  older: Component["intervals"],
): Component["intervals"] {
  const knownFromMs = known[0]?.fromMs ?? Infinity;
  return [...older.filter(({ fromMs }) => fromMs < knownFromMs), ...known];
}

/**
 * Limits an incident to the components of a report. An incident without components concerns everybody; one with only other
 * components is left out.
 */
function withinScope(
  incident: Incident,
  ids: ReadonlySet<string>,
  scope: ReportScope,
): Incident | readonly [] {
  if (scope === "all" || incident.componentIds.length === 0) return incident;
  const componentIds = incident.componentIds.filter((id) => ids.has(id));
  return componentIds.length === 0 ? [] : { ...incident, componentIds };
}
