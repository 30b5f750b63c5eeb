import type { Nullable, Selectable } from "kysely";
import type {
  CheckStateTable,
  ComponentStateTable,
  ComponentStatus,
  Database,
} from "#migrations/status/schema.ts";
import type { ComponentCheck } from "../domain/component-finding.ts";
import type { StatusStart } from "../domain/intervals.ts";
import { areRelated } from "../domain/reason.ts";
import { isOfPastMaintenance } from "../domain/maintenance.ts";
import { causeSinceMs, reportLifetimeMs } from "../domain/verdict.ts";
import type { TimeWindow } from "../domain/uptime.ts";
import { loadMaintenanceWindows } from "./maintenances-now.ts";

/** A component with its checks and its open interval, as stored. */
export interface StoredComponent {
  readonly id: string;
  readonly groupId: string | null;
  /** Ids of the components that it depends on. */
  readonly dependsOn: readonly string[];
  readonly knownUntilMs: number | null;
  readonly checks: readonly ComponentCheck[];
  readonly open: OpenInterval | null;
  /** Whether a check failed in a maintenance that has ended, and has not run since. */
  readonly isAwaited: boolean;
  /** Maintenance that its history does not completely include yet. */
  readonly windows: readonly TimeWindow[];
}

/** The open interval of a component. */
export interface OpenInterval extends StatusStart {
  readonly id: number;
}

const INTERVAL_COLUMNS = ["id", "status", "from_at", "check_id", "reason"] as const;

/** Begins a new open interval. */
export async function openInterval(
  db: Database,
  componentId: string,
  start: StatusStart,
): Promise<OpenInterval> {
  const row = await db
    .insertInto("component_states")
    .values({
      component_id: componentId,
      status: start.status,
      from_at: new Date(start.fromMs),
      to_at: null,
      check_id: start.checkId,
      reason: start.reason,
    })
    .returning(INTERVAL_COLUMNS)
    .executeTakeFirstOrThrow();
  return intervalOf(row);
}

/** Reopens the interval of the same status and cause that ended where `start` begins; returns null if there is none. */
export async function continueInterval(
  db: Database,
  componentId: string,
  { status, reason, fromMs }: StatusStart,
): Promise<OpenInterval | null> {
  const row = await db
    .selectFrom("component_states")
    .select(INTERVAL_COLUMNS)
    .where("component_id", "=", componentId)
    .where("status", "=", status)
    .where("to_at", "=", new Date(fromMs))
    .executeTakeFirst();
  if (row === undefined || !areRelated(row.reason, reason)) return null;
  await endInterval(db, row.id, null);
  return intervalOf(row);
}

/** Returns when the history of a component without an open interval ended; -Infinity if it has no history. */
export async function lastEnd(db: Database, componentId: string): Promise<number> {
  const row = await db
    .selectFrom("component_states")
    .select("to_at")
    .where("component_id", "=", componentId)
    .orderBy("to_at", "desc")
    .executeTakeFirst();
  return row?.to_at?.getTime() ?? -Infinity;
}

/** Ends an interval, or with null reopens it. */
export async function endInterval(db: Database, id: number, endMs: number | null): Promise<void> {
  const end = endMs === null ? null : new Date(endMs);
  await db.updateTable("component_states").set({ to_at: end }).where("id", "=", id).execute();
}

/** Deletes an interval. */
export async function deleteInterval(db: Database, id: number): Promise<void> {
  await db.deleteFrom("component_states").where("id", "=", id).execute();
}

/** Writes until when observations cover a component's open interval. */
export async function setKnownUntil(
  db: Database,
  componentId: string,
  knownUntilMs: number,
): Promise<void> {
  await db
    .updateTable("components")
    .set({ known_until: new Date(knownUntilMs) })
    .where("id", "=", componentId)
    .execute();
}

/** Reads the status of each component whose interval ended at `atMs`, by component id. */
export async function readStatusesUntil(
  db: Database,
  atMs: number,
): Promise<ReadonlyMap<string, ComponentStatus>> {
  const rows = await db
    .selectFrom("component_states")
    .select(["component_id", "status"])
    .where("to_at", "=", new Date(atMs))
    .execute();
  return new Map(rows.map(({ component_id, status }) => [component_id, status]));
}

/** Ends the open intervals of components that are not configured any more. */
export async function closeIntervalsOfRemoved(db: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db
    .updateTable("components")
    .set({ known_until: null })
    .where("removed_at", "is not", null)
    .where("known_until", "is not", null)
    .execute();
  await db
    .updateTable("component_states")
    .set({ to_at: now })
    .where("to_at", "is", null)
    .where("from_at", "<", now)
    .where("component_id", "in", (select) =>
      select
        .selectFrom("components")
        .select("components.id")
        .where("components.removed_at", "is not", null),
    )
    .execute();
}

function intervalOf(
  row: Pick<Selectable<ComponentStateTable>, (typeof INTERVAL_COLUMNS)[number]>,
): OpenInterval {
  const { id, status, from_at, check_id, reason } = row;
  return { id, status, fromMs: from_at.getTime(), checkId: check_id, reason };
}

/**
 * Reads the configured components, each with its checks as they count at `nowMs`, its open interval and its maintenance. What
 * failed in a maintenance that has ended is no verdict.
 */
export async function loadComponents(db: Database, nowMs: number): Promise<StoredComponent[]> {
  const components = await db
    .selectFrom("components")
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .select(["components.id", "components.group_id", "components.depends_on"])
    .select("components.known_until")
    .where("components.removed_at", "is", null)
    .orderBy("component_groups.position")
    .orderBy("components.position")
    .execute();
  const intervals = await db
    .selectFrom("component_states")
    .select(["component_id", ...INTERVAL_COLUMNS])
    .where("to_at", "is", null)
    .execute();
  const checks = await loadChecks(db);
  const windows = await loadMaintenanceWindows(db);
  return components.map((component) => {
    const ofComponent = windows.get(component.id) ?? [];
    const checksNow = (checks.get(component.id) ?? []).map((check) => ({
      ...check,
      isPast: check.verdict !== "up" && isOfPastMaintenance(check.lastSlotMs, ofComponent, nowMs),
    }));
    const open = intervals.find((interval) => interval.component_id === component.id);
    return {
      id: component.id,
      groupId: component.group_id,
      dependsOn: component.depends_on ?? [],
      knownUntilMs: component.known_until?.getTime() ?? null,
      checks: checksNow.map((check) => (check.isPast ? { ...check, ...NO_VERDICT } : check)),
      isAwaited: checksNow.some(({ isPast }) => isPast),
      open: open === undefined ? null : intervalOf(open),
      windows: ofComponent,
    };
  });
}

const NO_VERDICT = {
  verdict: null,
  sinceMs: null,
  reason: null,
  causeSinceMs: null,
  failedSlotMs: null,
} as const;

/** Returns until when a check's first verdict is waited for. */
function waitedUntilMs({
  period_seconds,
  scheduled_since,
  created_at,
}: {
  readonly period_seconds: number;
  readonly scheduled_since: Date | null;
  readonly created_at: Date;
}): number {
  return (scheduled_since ?? created_at).getTime() + reportLifetimeMs(period_seconds * 1000);
}

/** Returns since when a check fails for its reason; null while that is not certain, and for a check without a state. */
function causeOf(
  row: Nullable<Pick<Selectable<CheckStateTable>, "last_result" | "last_slot" | "reason_since">>,
): number | null {
  if (row.last_result === null || row.last_slot === null) return null;
  return causeSinceMs({
    lastResult: row.last_result,
    lastSlotMs: row.last_slot.getTime(),
    reasonSinceMs: row.reason_since?.getTime() ?? null,
  });
}

async function loadChecks(
  db: Database,
): Promise<Map<string, (ComponentCheck & { readonly lastSlotMs: number })[]>> {
  const rows = await db
    .selectFrom("checks")
    .innerJoin("components", "components.id", "checks.component_id")
    .leftJoin("check_states", "check_states.check_id", "checks.id")
    .select([
      "checks.id",
      "checks.component_id",
      "checks.impact",
      "checks.period_seconds",
      "checks.scheduled_since",
      "components.created_at",
      "check_states.verdict",
      "check_states.since",
      "check_states.reason",
      "check_states.reason_since",
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
      knownUntilMs:
        row.verdict === null
          ? Math.max(waitedUntilMs(row), row.known_until?.getTime() ?? -Infinity)
          : (row.known_until?.getTime() ?? -Infinity),
      lastSlotMs: row.last_slot?.getTime() ?? -Infinity,
      causeSinceMs: causeOf(row),
      failedSlotMs: row.last_result === "ok" ? null : (row.last_slot?.getTime() ?? null),
    })),
    (row) => row.componentId,
  );
}
