import type { Database, IncidentStatus } from "#migrations/status/schema.ts";
import { incidentMemoryMs, type IncidentNow, type LatestUpdate } from "../domain/incident-plan.ts";
import { changesOf, readMembers } from "./stories.ts";

/** Reads the incidents that automation may have to say something of at `nowMs`, the newest first. */
export async function loadIncidentsNow(db: Database, nowMs: number): Promise<IncidentNow[]> {
  const incidents = await db
    .selectFrom("incidents")
    .selectAll()
    .where((where) =>
      where.or([
        where("resolved_at", "is", null),
        where("resolved_at", ">=", new Date(nowMs - incidentMemoryMs)),
      ]),
    )
    .where("impact", "!=", "maintenance")
    .orderBy("created_at", "desc")
    .$narrowType<{ status: IncidentStatus }>()
    .execute();
  const ids = incidents.map(({ id }) => id);
  const members = await readMembers(db, ids);
  const latest = await readLatestUpdates(db, ids);
  return incidents.map((incident) => ({
    id: incident.id,
    automatic: incident.automatic,
    status: incident.status,
    impact: incident.impact,
    startedAtMs: incident.started_at.getTime(),
    createdAtMs: incident.created_at.getTime(),
    updatedAtMs: incident.updated_at.getTime(),
    resolvedAtMs: incident.resolved_at?.getTime() ?? null,
    components: new Map((members.get(incident.id) ?? []).map(({ id, status }) => [id, status])),
    latest: latest.get(incident.id) ?? { createdAtMs: incident.created_at.getTime(), changes: [] },
  }));
}

async function readLatestUpdates(
  db: Database,
  incidentIds: readonly string[],
): Promise<ReadonlyMap<string, LatestUpdate>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .distinctOn("incident_id")
    .select(["incident_id", "created_at", "affected"])
    .where("incident_id", "in", incidentIds)
    .orderBy("incident_id")
    .orderBy("display_at", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.incident_id,
      { createdAtMs: row.created_at.getTime(), changes: changesOf(row) },
    ]),
  );
}
