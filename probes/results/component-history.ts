import type { Database } from "#migrations/status/schema.ts";
import { componentFinding } from "#monitor/domain/component-finding.ts";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
import { maintenanceUntil, type StatusStart, statusStartsNow } from "#monitor/domain/intervals.ts";
import {
  continueInterval,
  deleteInterval,
  endInterval,
  lastEnd,
  loadComponents,
  type OpenInterval,
  openInterval,
  setKnownUntil,
  type StoredComponent,
} from "#monitor/store/open-intervals.ts";

/** The result of bringing the intervals up to date. */
interface HistoryUpdate {
  /** Every component that was ever observed, as it is now, in the page's order. */
  readonly components: readonly ComponentNow[];
  /** The ids of those whose maintenance has ended and that no run has checked since. */
  readonly awaited: ReadonlySet<string>;
  /** Whether a row was written. */
  readonly changed: boolean;
}

/**
 * Brings every component's intervals up to `nowMs`. They follow from the stored states of its checks, not from events, so that
 * an interval that a killed prober left open is closed where its observations end.
 */
export async function updateHistory(db: Database, nowMs: number): Promise<HistoryUpdate> {
  const components: ComponentNow[] = [];
  const awaited = new Set<string>();
  let changed = false;
  for (const component of await loadComponents(db, nowMs)) {
    const { open, windows } = component;
    // The status during a maintenance is unknown until the checks report one.
    const current = open?.status === "under_maintenance" ? "unknown" : (open?.status ?? null);
    const finding = componentFinding(component.checks, current, nowMs, open?.reason ?? null);
    const earliestMs = open?.fromMs ?? (await lastEnd(db, component.id));
    const starts = statusStartsNow({ open, earliestMs }, finding, windows, nowMs);
    // Before the first verdict, also of a new check, the history stays as it is.
    const interval = await writeStarts(db, component, starts);
    if (interval === null) continue;
    changed ||= interval !== open;
    const knownUntilMs =
      maintenanceUntil(windows, nowMs) ?? finding?.knownUntilMs ?? component.knownUntilMs;
    if (knownUntilMs !== null && knownUntilMs !== component.knownUntilMs) {
      changed = true;
      await setKnownUntil(db, component.id, knownUntilMs);
    }
    if (component.isAwaited && interval.status === "unknown") awaited.add(component.id);
    components.push({
      id: component.id,
      groupId: component.groupId,
      dependsOn: component.dependsOn,
      status: interval.status,
      sinceMs: interval.fromMs,
      reason: interval.reason,
      failedSlotMs: finding?.failedSlotMs ?? null,
    });
  }
  return { components, awaited, changed };
}

/**
 * Writes `starts` as the newest part of the component's history; returns the interval that is then open, null without `starts`.
 */
async function writeStarts(
  db: Database,
  { id, open }: StoredComponent,
  starts: readonly StatusStart[],
): Promise<OpenInterval | null> {
  const [first, ...later] = starts;
  if (first === undefined) return null;
  let newest =
    open === null ? await openInterval(db, id, first) : await replaceOpen(db, id, open, first);
  for (const start of later) {
    await endInterval(db, newest.id, start.fromMs);
    newest = await openInterval(db, id, start);
  }
  return newest;
}

/** Replaces the open interval with a status that begins at the same time: intervals never overlap. */
async function replaceOpen(
  db: Database,
  componentId: string,
  open: OpenInterval,
  start: StatusStart,
): Promise<OpenInterval> {
  if (open.status === start.status) return open;
  await deleteInterval(db, open.id);
  const continued = await continueInterval(db, componentId, start);
  return continued ?? (await openInterval(db, componentId, start));
}
