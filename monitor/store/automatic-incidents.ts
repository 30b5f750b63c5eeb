import type { Kysely } from "kysely";

import { localizedText } from "#monitor/domain/localized-text.ts";
import { newId } from "#monitor/store/new-id.ts";
import type {
  AffectedComponent,
  ComponentStatus,
  IncidentStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";

import { type ComponentNames, incidentTexts } from "../domain/incident-texts.ts";
import {
  type ComponentNow,
  type IncidentAction,
  incidentMemoryMs,
  type IncidentNow,
  planIncidents,
} from "../domain/incident-plan.ts";

/** Writes what automation has to say of `components` now; returns the actions it took. */
export async function updateIncidents(
  db: Kysely<StatusDatabase>,
  components: readonly ComponentNow[],
  nowMs: number,
): Promise<readonly IncidentAction[]> {
  const actions = planIncidents(components, await loadIncidents(db, nowMs), nowMs);
  if (actions.length === 0) return actions;
  const names = await loadNames(db);
  for (const action of actions) await writeAction(db, action, names, new Date(nowMs));
  return actions;
}

async function loadIncidents(db: Kysely<StatusDatabase>, nowMs: number): Promise<IncidentNow[]> {
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
  if (incidents.length === 0) return [];
  const members = await db
    .selectFrom("incident_components")
    .selectAll()
    .where(
      "incident_id",
      "in",
      incidents.map((incident) => incident.id),
    )
    .execute();
  return incidents.map((incident) => ({
    id: incident.id,
    automatic: incident.automatic,
    status: incident.status,
    impact: incident.impact,
    startedAtMs: incident.started_at.getTime(),
    createdAtMs: incident.created_at.getTime(),
    updatedAtMs: incident.updated_at.getTime(),
    resolvedAtMs: incident.resolved_at?.getTime() ?? null,
    components: new Map(
      members
        .filter((member) => member.incident_id === incident.id)
        .map((member): [string, ComponentStatus] => [member.component_id, member.status]),
    ),
  }));
}

async function loadNames(db: Kysely<StatusDatabase>): Promise<ComponentNames> {
  const rows = await db
    .selectFrom("components")
    .select(["id", "name"])
    .where("removed_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, localizedText(row.name)]));
}

async function writeAction(
  db: Kysely<StatusDatabase>,
  action: IncidentAction,
  names: ComponentNames,
  at: Date,
): Promise<void> {
  const texts = incidentTexts(action, names, names.size);
  const incidentId = action.incidentId ?? newId();
  const told = { status: action.status, impact: action.impact, updated_at: at };
  const named = { name: JSON.stringify(texts.name), group_id: action.groupId };
  const ends = {
    monitoring_at: action.status === "monitoring" ? at : null,
    resolved_at: action.status === "resolved" ? at : null,
  };
  const started_at = new Date(action.startedAtMs);

  if (action.kind === "open") {
    await db
      .insertInto("incidents")
      .values({
        id: incidentId,
        automatic: true,
        created_at: at,
        ...told,
        ...named,
        ...ends,
        started_at,
      })
      .execute();
  } else {
    const ended = action.kind === "resolve" ? { resolved_at: at } : ends;
    const renamed = action.kind === "monitor" || action.kind === "resolve" ? {} : named;
    await db
      .updateTable("incidents")
      .set({ ...told, ...ended, ...renamed, started_at })
      .where("id", "=", incidentId)
      .execute();
  }
  await db
    .insertInto("incident_updates")
    .values({
      id: newId(),
      incident_id: incidentId,
      status: action.status,
      body: JSON.stringify(texts.body),
      created_at: at,
      updated_at: at,
      display_at: at,
      affected: JSON.stringify(affectedBy(action, names)),
    })
    .execute();
  await writeMembers(db, incidentId, action.components);
}

async function writeMembers(
  db: Kysely<StatusDatabase>,
  incidentId: string,
  components: readonly ComponentNow[],
): Promise<void> {
  if (components.length === 0) return;
  await db
    .insertInto("incident_components")
    .values(
      components.map((component) => ({
        incident_id: incidentId,
        component_id: component.id,
        status: component.status,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["incident_id", "component_id"])
        .doUpdateSet((excluded) => ({ status: excluded.ref("excluded.status") })),
    )
    .execute();
}

function affectedBy(action: IncidentAction, names: ComponentNames): AffectedComponent[] {
  return action.changes.map(({ component, from }) => ({
    code: component.id,
    name: names.get(component.id)?.en ?? component.id,
    old_status: from,
    new_status: component.status,
  }));
}
