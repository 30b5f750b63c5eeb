import type { Kysely } from "kysely";

import { localizedText } from "#monitor/domain/localized-text.ts";
import { changeStory, insertStory, insertUpdate, writeTold } from "./write-stories.ts";
import type { ComponentStatus, IncidentStatus, StatusDatabase } from "#migrations/status/schema.ts";

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
  for (const action of actions) await writeAction(db, action, names, nowMs);
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
  nowMs: number,
): Promise<void> {
  const { kind, status, impact, groupId, startedAtMs } = action;
  const texts = incidentTexts(action, names, names.size);
  const told = { status, impact, startedAtMs };
  const ends = {
    monitoringAtMs: status === "monitoring" ? nowMs : null,
    resolvedAtMs: status === "resolved" ? nowMs : null,
  };
  const named = { name: texts.name, groupId };
  let { incidentId } = action;
  if (incidentId === null) {
    incidentId = await insertStory(db, { ...told, ...ends, ...named, automatic: true }, nowMs);
  } else {
    const ended = kind === "resolve" ? { resolvedAtMs: nowMs } : ends;
    const renamed = kind === "monitor" || kind === "resolve" ? {} : named;
    await changeStory(db, incidentId, { ...told, ...ended, ...renamed }, nowMs);
  }
  const affected = action.changes.map(({ component, from }) => ({
    id: component.id,
    name: names.get(component.id)?.en ?? component.id,
    oldStatus: from,
    newStatus: component.status,
  }));
  await insertUpdate(db, incidentId, { status, body: texts.body, affected, createdAtMs: nowMs });
  await writeTold(db, incidentId, action.components);
}
