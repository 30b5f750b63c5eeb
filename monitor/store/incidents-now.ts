import type { Database, IncidentStatus } from "#migrations/status/schema.ts";
import { incidentMemoryMs, type IncidentNow } from "../domain/incident-plan.ts";
import { readMembers } from "./stories.ts";

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
  const members = await readMembers(
    db,
    incidents.map(({ id }) => id),
  );
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
  }));
}
