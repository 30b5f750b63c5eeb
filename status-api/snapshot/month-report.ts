import { isMonth, monthBeside, monthIn, monthStartMs } from "#monitor/domain/months.ts";
import { type MonthReport, monthReport } from "#monitor/domain/report.ts";
import type { Incident } from "#monitor/domain/status-event.ts";
import type { Archive } from "./archive.ts";
import type { Component, Current, Snapshot } from "./snapshot.ts";

/** Whose report it is: everybody's, with what is marked public, or that of those who may see all. */
export type ReportScope = "public" | "all";

export interface FoundReport {
  readonly report: MonthReport;
  /** The months beside it; null where there is none yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Tells whether a month has a report. */
export function hasReport(snapshot: Snapshot, scope: ReportScope, month: string): boolean {
  const { first, newest } = monthsOf(snapshot, reported(snapshot, scope));
  return isMonth(month) && first !== undefined && first <= month && month <= newest;
}

/** Finds the report of a month, the newest one unless it is named; rejects with `DatabaseAway`. */
export async function findReport(
  { snapshot }: Pick<Current, "snapshot">,
  archive: Archive,
  scope: ReportScope,
  asked?: string,
): Promise<FoundReport | undefined> {
  const components = reported(snapshot, scope);
  const { first, newest } = monthsOf(snapshot, components);
  const month = asked ?? newest;
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

/** The months from the one in which the first of `components` was set up to the present one. */
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

/** Puts what is older than a snapshot before it; what both have is taken once. */
function wholeHistory(
  known: Component["intervals"],
  older: Component["intervals"],
): Component["intervals"] {
  const knownFromMs = known[0]?.fromMs ?? Infinity;
  return [...older.filter(({ fromMs }) => fromMs < knownFromMs), ...known];
}

/** An incident that names nothing concerns everybody; of others, a report names the components that it is of. */
function withinScope(
  incident: Incident,
  ids: ReadonlySet<string>,
  scope: ReportScope,
): Incident | readonly [] {
  if (scope === "all" || incident.componentIds.length === 0) return incident;
  const componentIds = incident.componentIds.filter((id) => ids.has(id));
  return componentIds.length === 0 ? [] : { ...incident, componentIds };
}
