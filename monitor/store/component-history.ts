import type { Kysely } from "kysely";

import type { TimeWindow } from "#monitor/domain/uptime.ts";
import type { ComponentStatus, StatusDatabase } from "#migrations/status/schema.ts";

import { type ComponentCheck, componentFinding } from "../domain/component-finding.ts";
import type { ComponentNow } from "../domain/incident-plan.ts";
import { loadMaintenanceWindows } from "./automatic-maintenance.ts";
import { maintenanceUntil, type Stretch, stretchesNow } from "../domain/intervals.ts";

/** A component with its checks and the interval that is open, as stored. */
interface StoredComponent {
  readonly id: string;
  readonly groupId: string | null;
  readonly knownUntilMs: number | null;
  readonly checks: readonly ComponentCheck[];
  readonly open: OpenInterval | null;
  /** Maintenance that its history does not show whole yet. */
  readonly windows: readonly TimeWindow[];
}

interface OpenInterval extends Stretch {
  readonly id: number;
}

const intervalColumns = ["id", "status", "from_at", "check_id", "reason"] as const;

/** What bringing the intervals up to date came to. */
export interface HistoryUpdate {
  /** Every component that was ever observed, as it is now, in the page's order. */
  readonly components: readonly ComponentNow[];
  /** Whether a row was written. */
  readonly changed: boolean;
}

/**
 * Brings every component's intervals up to `nowMs` from the stored states of its checks.
 *
 * Statuses come from state, not from events, so that it can run after every observation, from time
 * to time, and first of all when a prober starts: what a killed one left open is closed at the time
 * its observations reached.
 */
export async function updateHistory(
  db: Kysely<StatusDatabase>,
  nowMs: number,
): Promise<HistoryUpdate> {
  const components: ComponentNow[] = [];
  let changed = false;
  for (const component of await loadComponents(db)) {
    const { open, windows } = component;
    // What a maintenance hid is not known, until the checks say what is.
    const current = open?.status === "under_maintenance" ? "unknown" : (open?.status ?? null);
    const finding = componentFinding(component.checks, current, nowMs);
    const earliestMs = open?.fromMs ?? (await lastEnd(db, component.id));
    const stretches = stretchesNow({ open, earliestMs }, finding, windows, nowMs);
    // Before the first verdict, also of a new check, what is known is left as it is.
    const interval = await writeStretches(db, component, stretches);
    if (interval === null) continue;
    changed ||= interval !== open;
    const knownUntilMs =
      maintenanceUntil(windows, nowMs) ?? finding?.knownUntilMs ?? component.knownUntilMs;
    if (knownUntilMs !== null && knownUntilMs !== component.knownUntilMs) {
      changed = true;
      await db
        .updateTable("components")
        .set({ known_until: new Date(knownUntilMs) })
        .where("id", "=", component.id)
        .execute();
    }
    components.push({
      id: component.id,
      groupId: component.groupId,
      status: interval.status,
      sinceMs: interval.fromMs,
      reason: interval.reason,
      failedSlotMs: finding?.failedSlotMs ?? null,
    });
  }
  return { components, changed };
}

/** Makes `stretches` the newest of the component's history; returns the one that is open then. */
async function writeStretches(
  db: Kysely<StatusDatabase>,
  { id, open }: StoredComponent,
  stretches: readonly Stretch[],
): Promise<OpenInterval | null> {
  const [first, ...later] = stretches;
  if (first === undefined) return null;
  let newest =
    open === null ? await openAnew(db, id, first) : await replaceOpen(db, id, open, first);
  for (const stretch of later) {
    await setEnd(db, newest.id, new Date(stretch.fromMs));
    newest = await openAnew(db, id, stretch);
  }
  return newest;
}

/** A status that begins where the open interval began takes its place: intervals never overlap. */
async function replaceOpen(
  db: Kysely<StatusDatabase>,
  componentId: string,
  open: OpenInterval,
  stretch: Stretch,
): Promise<OpenInterval> {
  if (open.status === stretch.status) return open;
  await db.deleteFrom("component_states").where("id", "=", open.id).execute();
  const continued = await continueInterval(db, componentId, stretch.status, stretch.fromMs);
  return continued ?? (await openAnew(db, componentId, stretch));
}

async function openAnew(
  db: Kysely<StatusDatabase>,
  componentId: string,
  stretch: Stretch,
): Promise<OpenInterval> {
  const row = await db
    .insertInto("component_states")
    .values({
      component_id: componentId,
      status: stretch.status,
      from_at: new Date(stretch.fromMs),
      to_at: null,
      check_id: stretch.checkId,
      reason: stretch.reason,
    })
    .returning(intervalColumns)
    .executeTakeFirstOrThrow();
  return openInterval(row);
}

/** Opens again the interval that ended at `atMs` with the same status, if there is one. */
async function continueInterval(
  db: Kysely<StatusDatabase>,
  componentId: string,
  status: ComponentStatus,
  atMs: number,
): Promise<OpenInterval | null> {
  const row = await db
    .selectFrom("component_states")
    .select(intervalColumns)
    .where("component_id", "=", componentId)
    .where("status", "=", status)
    .where("to_at", "=", new Date(atMs))
    .executeTakeFirst();
  if (row === undefined) return null;
  await setEnd(db, row.id, null);
  return openInterval(row);
}

/** Where a component's history ended that has no open interval; -Infinity when it has none at all. */
async function lastEnd(db: Kysely<StatusDatabase>, componentId: string): Promise<number> {
  const row = await db
    .selectFrom("component_states")
    .select("to_at")
    .where("component_id", "=", componentId)
    .orderBy("to_at", "desc")
    .executeTakeFirst();
  return row?.to_at?.getTime() ?? -Infinity;
}

async function setEnd(db: Kysely<StatusDatabase>, id: number, end: Date | null): Promise<void> {
  await db.updateTable("component_states").set({ to_at: end }).where("id", "=", id).execute();
}

function openInterval(row: {
  id: number;
  status: ComponentStatus;
  from_at: Date;
  check_id: string | null;
  reason: string | null;
}): OpenInterval {
  const { id, status, from_at, check_id, reason } = row;
  return { id, status, fromMs: from_at.getTime(), checkId: check_id, reason };
}

async function loadComponents(db: Kysely<StatusDatabase>): Promise<StoredComponent[]> {
  const components = await db
    .selectFrom("components")
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .select(["components.id", "components.group_id", "components.known_until"])
    .where("components.removed_at", "is", null)
    .orderBy("component_groups.position")
    .orderBy("components.position")
    .execute();
  const intervals = await db
    .selectFrom("component_states")
    .select(["component_id", ...intervalColumns])
    .where("to_at", "is", null)
    .execute();
  const checks = await loadChecks(db);
  const windows = await loadMaintenanceWindows(db);
  return components.map((component) => {
    const open = intervals.find((interval) => interval.component_id === component.id);
    return {
      id: component.id,
      groupId: component.group_id,
      knownUntilMs: component.known_until?.getTime() ?? null,
      checks: checks.get(component.id) ?? [],
      open: open === undefined ? null : openInterval(open),
      windows: windows.get(component.id) ?? [],
    };
  });
}

async function loadChecks(db: Kysely<StatusDatabase>): Promise<Map<string, ComponentCheck[]>> {
  const rows = await db
    .selectFrom("checks")
    .innerJoin("check_states", "check_states.check_id", "checks.id")
    .select([
      "checks.id",
      "checks.component_id",
      "checks.impact",
      "check_states.verdict",
      "check_states.since",
      "check_states.reason",
      "check_states.known_until",
      "check_states.last_slot",
      "check_states.last_result",
    ])
    .where("checks.removed_at", "is", null)
    .execute();
  return Map.groupBy(
    rows.map((row) => ({
      componentId: row.component_id,
      checkId: row.id,
      impact: row.impact,
      verdict: row.verdict,
      sinceMs: row.since?.getTime() ?? null,
      reason: row.reason,
      knownUntilMs: row.known_until.getTime(),
      failedSlotMs: row.last_result === "ok" ? null : row.last_slot.getTime(),
    })),
    (row) => row.componentId,
  );
}
