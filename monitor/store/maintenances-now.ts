import type { Database } from "#migrations/status/schema.ts";
import { type MaintenanceTimes, maintenanceWindows } from "../domain/maintenance.ts";
import type { TimeWindow } from "../domain/uptime.ts";
import { maintenanceTimes } from "./status-events.ts";

/**
 * Reads the maintenance windows, by component id, that are not over, or ended after the component's open interval began, or
 * after the newest slot of one of its checks.
 */
export async function loadMaintenanceWindows(
  db: Database,
): Promise<ReadonlyMap<string, readonly TimeWindow[]>> {
  const rows = await db
    .selectFrom("incidents")
    .innerJoin("incident_components", "incident_components.incident_id", "incidents.id")
    .select(["incident_components.component_id", "incidents.status", "incidents.started_at"])
    .select(["incidents.scheduled_until", "incidents.resolved_at"])
    .where("incidents.impact", "=", "maintenance")
    .where((where) =>
      where.or([
        where("incidents.resolved_at", "is", null),
        where.exists((select) =>
          select
            .selectFrom("component_states")
            .select("component_states.id")
            .whereRef("component_states.component_id", "=", "incident_components.component_id")
            .where("component_states.to_at", "is", null)
            .whereRef("component_states.from_at", "<", "incidents.resolved_at"),
        ),
        where.exists((select) =>
          select
            .selectFrom("check_states")
            .innerJoin("checks", "checks.id", "check_states.check_id")
            .select("checks.id")
            .whereRef("checks.component_id", "=", "incident_components.component_id")
            .whereRef("check_states.last_slot", "<", "incidents.resolved_at"),
        ),
      ]),
    )
    .execute();
  return maintenanceWindows(
    rows.map((row) => ({ ...maintenanceTimes(row), componentIds: [row.component_id] })),
  );
}

/** Reads the maintenances that were due to begin by `nowMs` and are not stored as over, in the order of their begin. */
export async function loadBegunMaintenances(
  db: Database,
  nowMs: number,
): Promise<(MaintenanceTimes & { readonly id: string })[]> {
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "status", "started_at", "scheduled_until", "resolved_at"])
    .where("impact", "=", "maintenance")
    .where("resolved_at", "is", null)
    .where("started_at", "<=", new Date(nowMs))
    .orderBy("started_at")
    .execute();
  return rows.map((row) => ({ id: row.id, ...maintenanceTimes(row) }));
}
