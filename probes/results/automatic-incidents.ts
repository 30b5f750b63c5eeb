import type { Database, IncidentImpact } from "#migrations/status/schema.ts";
import { type IncidentAction, planIncidents } from "#monitor/domain/incident-plan.ts";
import { type ComponentNow, isImpaired } from "#monitor/domain/incident-now.ts";
import { type ComponentNames, incidentTexts } from "#monitor/domain/incident-texts.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { loadIncidentsNow } from "#monitor/store/incidents-now.ts";
import {
  amendLatest,
  changeStatusEvent,
  insertLatest,
  insertStatusEvent,
  writeStatuses,
} from "#monitor/store/write-status-events.ts";

/** Writes the automatic incidents and updates that follow from `components` now; returns the actions taken. */
export async function updateIncidents(
  db: Database,
  components: readonly ComponentNow[],
  nowMs: number,
): Promise<readonly IncidentAction[]> {
  const actions = planIncidents(components, await loadIncidentsNow(db, nowMs), nowMs);
  if (actions.length === 0) return actions;
  const names = new Map((await readComponentNames(db)).map(({ id, name }) => [id, name]));
  for (const action of actions) await writeAction(db, action, names, nowMs);
  return actions;
}

async function writeAction(
  db: Database,
  action: IncidentAction,
  names: ComponentNames,
  nowMs: number,
): Promise<void> {
  const { kind, status, impact, worstImpact, groupId, startedAtMs, recoveredAtMs } = action;
  const texts = incidentTexts(action, names, names.size);
  const facts = { status, impact, worstImpact: withoutMaintenance(worstImpact), startedAtMs };
  const ends = {
    monitoringAtMs: recoveredAtMs,
    resolvedAtMs: status === "resolved" ? nowMs : null,
  };
  const named = { name: texts.name, groupId };
  let { incidentId } = action;
  if (incidentId === null) {
    incidentId = await insertStatusEvent(
      db,
      { ...facts, ...ends, ...named, automatic: true },
      nowMs,
    );
  } else {
    // A recovery does not change the name: it keeps the cause.
    const isWorse = action.changes.some(({ component }) => isImpaired(component));
    const renamed = kind === "reopen" || isWorse ? named : {};
    await changeStatusEvent(db, incidentId, { ...facts, ...ends, ...renamed }, nowMs);
  }
  // The status of components that now fail in another incident has not changed: only their cause has.
  const changes = action.changes.filter(({ component }) => !action.movedIds.has(component.id));
  const affected = changes.map(({ component, from }) => ({
    id: component.id,
    name: names.get(component.id)?.en ?? component.id,
    oldStatus: from,
    newStatus: component.status,
  }));
  const said = { status, body: texts.body, affected, isAutomatic: true };
  if (action.amendsLatest) await amendLatest(db, incidentId, said, nowMs);
  else await insertLatest(db, incidentId, said, nowMs);
  await writeStatuses(db, incidentId, action.components);
}

/** Only a maintenance has the impact of one. */
function withoutMaintenance(impact: IncidentImpact): Exclude<IncidentImpact, "maintenance"> {
  return impact === "maintenance" ? "none" : impact;
}
