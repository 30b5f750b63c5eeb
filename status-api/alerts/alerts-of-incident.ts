import type { Database } from "#migrations/status/schema.ts";

/** Reads the alerts of components that fired between two times, oldest first. */
export async function readAlertsOfIncident(
  db: Database,
  componentIds: readonly string[],
  from: Date,
  to: Date,
) {
  if (componentIds.length === 0) return [];
  const rows = await db
    .selectFrom("alerts")
    .select(["check_id", "fired_at", "acknowledged_by", "acknowledged_at"])
    .where("component_id", "in", componentIds)
    .where("fired_at", ">=", from)
    .where("fired_at", "<=", to)
    .orderBy("fired_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    checkId: row.check_id,
    firedAtMs: row.fired_at.getTime(),
    acknowledgedBy: row.acknowledged_by,
    acknowledgedAtMs: row.acknowledged_at?.getTime() ?? null,
  }));
}
