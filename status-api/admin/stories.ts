import { maintenanceStatusAt } from "#monitor/domain/maintenance.ts";
import { maintenanceTimes, type StoredStory } from "#monitor/store/stories.ts";
import { answerFields } from "./text-fields.ts";
import type { IncidentAnswer, MaintenanceAnswer } from "./answers.ts";

/** Says an incident as the admin API does. */
export function incidentAnswer(story: StoredStory): IncidentAnswer {
  const { row } = story;
  return {
    id: row.id,
    ...answerFields("name", row.name),
    status: row.status,
    impact: row.impact,
    automatic: row.automatic,
    started_at: row.started_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    monitoring_at: row.monitoring_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    evidence_path: `/admin/evidence?incident=${row.id}`,
    ...partsOf(story),
  };
}

/** Says a maintenance as it is at `nowMs`: it begins and ends also while no prober runs that writes so. */
export function maintenanceAnswer(story: StoredStory, nowMs: number): MaintenanceAnswer {
  const { row } = story;
  const times = maintenanceTimes(row);
  const status = maintenanceStatusAt(times, nowMs);
  const completedMs =
    times.resolvedAtMs ?? (status === "completed" ? times.scheduledUntilMs : null);
  const hasBegun = times.startedAtMs <= (times.resolvedAtMs ?? nowMs);
  return {
    id: row.id,
    ...answerFields("name", row.name),
    status,
    scheduled_for: new Date(row.scheduled_for ?? row.started_at).toISOString(),
    scheduled_until: new Date(times.scheduledUntilMs).toISOString(),
    started_at: hasBegun ? row.started_at.toISOString() : null,
    completed_at: completedMs === null ? null : new Date(completedMs).toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...partsOf(story),
  };
}

function partsOf({
  components,
  updates,
}: StoredStory): Pick<IncidentAnswer, "components" | "updates"> {
  return {
    components: components.map(({ id, name, status }) => ({ id, name: name.en, status })),
    updates: updates.map(({ id, status, body, created_at, display_at, affected }) => ({
      id,
      status,
      ...answerFields("body", body),
      created_at: created_at.toISOString(),
      display_at: display_at.toISOString(),
      affected_components: affected,
    })),
  };
}
