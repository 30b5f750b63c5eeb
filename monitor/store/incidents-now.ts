import type { Database, IncidentStatus } from "#migrations/status/schema.ts";
import { worstStatus } from "../domain/component-status.ts";
import { type IncidentNow, type LatestUpdate } from "../domain/incident-now.ts";
import { type LocalizedText, localizedText } from "../domain/localized-text.ts";
import { INCIDENT_MEMORY_MS } from "../domain/incident-newcomers.ts";
import { changesOf, readMembers } from "./status-events.ts";

/** An open incident with its name and the ids of the components that it has not announced as working. */
export interface OpenIncident {
  readonly id: string;
  readonly name: LocalizedText;
  readonly members: ReadonlySet<string>;
}

/** Reads the ids of the components that each open incident has not announced as working. */
export async function readOpenIncidentMembers(db: Database): Promise<ReadonlySet<string>[]> {
  return (await readOpenIncidents(db)).map(({ members }) => members);
}

/** Reads the open incidents with such components, the newest first. */
export async function readOpenIncidents(db: Database): Promise<OpenIncident[]> {
  const incidents = await db
    .selectFrom("incidents")
    .select(["id", "name"])
    .where("resolved_at", "is", null)
    .where("impact", "!=", "maintenance")
    .orderBy("started_at", "desc")
    .orderBy("id")
    .execute();
  const members = await readMembers(
    db,
    incidents.map(({ id }) => id),
  );
  return incidents.flatMap(({ id, name }) => {
    const components = (members.get(id) ?? []).filter(({ status }) => status !== "operational");
    if (components.length === 0) return [];
    return [{ id, name: localizedText(name), members: new Set(components.map((one) => one.id)) }];
  });
}

/** Reads the incidents that automation may have to update at `nowMs`, the newest first. */
export async function loadIncidentsNow(db: Database, nowMs: number): Promise<IncidentNow[]> {
  const incidents = await db
    .selectFrom("incidents")
    .selectAll()
    .where((where) =>
      where.or([
        where("resolved_at", "is", null),
        where("resolved_at", ">=", new Date(nowMs - INCIDENT_MEMORY_MS)),
      ]),
    )
    .where("impact", "!=", "maintenance")
    .orderBy("created_at", "desc")
    .$narrowType<{ status: IncidentStatus }>()
    .execute();
  const ids = incidents.map(({ id }) => id);
  const members = await readMembers(db, ids);
  const latest = await readLatestUpdates(db, ids);
  const reasons = await readReasons(db, ids);
  const worst = await readWorst(db, ids);
  return incidents.map((incident) => ({
    id: incident.id,
    automatic: incident.automatic,
    givenBackAtMs: incident.given_back_at?.getTime() ?? null,
    status: incident.status,
    impact: incident.impact,
    worstImpact: incident.worst_impact ?? incident.impact,
    startedAtMs: incident.started_at.getTime(),
    createdAtMs: incident.created_at.getTime(),
    updatedAtMs: incident.updated_at.getTime(),
    resolvedAtMs: incident.resolved_at?.getTime() ?? null,
    components: new Map((members.get(incident.id) ?? []).map(({ id, status }) => [id, status])),
    reasons: reasons.get(incident.id) ?? new Map(),
    worst: worst.get(incident.id) ?? new Map(),
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

/** Reads the reasons for which components failed, as each incident announced them, by incident id. */
async function readReasons(
  db: Database,
  incidentIds: readonly string[],
): Promise<ReadonlyMap<string, IncidentNow["reasons"]>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_components")
    .select(["incident_id", "component_id", "reasons"])
    .where("incident_id", "in", incidentIds)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.incident_id)].map(([id, ofIncident]) => [
      id,
      new Map(ofIncident.map(({ component_id, reasons }) => [component_id, reasons])),
    ]),
  );
}

/** Reads how bad components were until each incident's last update or end, by incident id. */
async function readWorst(
  db: Database,
  incidentIds: readonly string[],
): Promise<ReadonlyMap<string, IncidentNow["worst"]>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incidents")
    .innerJoin("incident_components", "incident_components.incident_id", "incidents.id")
    .innerJoin("component_states", (join) =>
      join
        .onRef("component_states.component_id", "=", "incident_components.component_id")
        .on((on) =>
          on(
            "component_states.from_at",
            "<",
            on.fn.coalesce("incidents.resolved_at", "incidents.updated_at"),
          ),
        )
        .onRef("component_states.to_at", ">", "incidents.started_at"),
    )
    .select(["incidents.id", "component_states.component_id", "component_states.status"])
    .where("incidents.id", "in", incidentIds)
    .where("component_states.reason", "is not", null)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofIncident]) => {
      const ofComponents = [...Map.groupBy(ofIncident, (row) => row.component_id)];
      return [
        id,
        new Map(
          ofComponents.map(([of, all]) => [of, worstStatus(all.map(({ status }) => status))]),
        ),
      ];
    }),
  );
}
