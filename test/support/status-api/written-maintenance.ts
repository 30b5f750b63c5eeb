import type { Kysely } from "kysely";

import type { MaintenanceStatus, StatusDatabase } from "#migrations/status/schema.ts";
import { storedText } from "../databases/stored-text.ts";

/** A maintenance as the admin API leaves it; epoch milliseconds. */
export interface WrittenMaintenance {
  readonly id: string;
  readonly status?: MaintenanceStatus;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly endedAtMs?: number;
  readonly componentIds: readonly string[];
}

/** Writes a maintenance with the update that announced it, an hour before it begins. */
export async function writeMaintenance(
  db: Kysely<StatusDatabase>,
  { id, status = "scheduled", fromMs, untilMs, endedAtMs, componentIds }: WrittenMaintenance,
): Promise<void> {
  const announced = new Date(fromMs - 60 * 60_000);
  await db
    .insertInto("incidents")
    .values({
      id,
      name: storedText("New disks", "Yeni diskler"),
      status,
      impact: "maintenance",
      automatic: false,
      group_id: null,
      started_at: new Date(fromMs),
      created_at: announced,
      updated_at: announced,
      resolved_at: endedAtMs === undefined ? null : new Date(endedAtMs),
      scheduled_for: new Date(fromMs),
      scheduled_until: new Date(untilMs),
    })
    .execute();
  for (const component_id of componentIds) {
    await db
      .insertInto("incident_components")
      .values({ incident_id: id, component_id, status: "operational" })
      .execute();
  }
  await db
    .insertInto("incident_updates")
    .values({
      id: `${id}-announced`,
      incident_id: id,
      status: "scheduled",
      body: storedText("The disks are replaced.", "Diskler değiştirilecek."),
      created_at: announced,
      updated_at: announced,
      display_at: announced,
      affected: "[]",
    })
    .execute();
}
