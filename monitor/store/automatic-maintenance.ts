import type { Kysely } from "kysely";

import {
  dueSteps,
  type MaintenanceStep,
  type MaintenanceTimes,
  maintenanceWindow,
} from "#monitor/domain/maintenance.ts";
import type { TimeWindow } from "#monitor/domain/uptime.ts";
import { newId } from "#monitor/store/new-id.ts";
import type {
  AffectedComponent,
  ComponentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";

import type { ComponentNow } from "../domain/incident-plan.ts";
import { localizedText } from "../domain/localized-text.ts";
import { maintenanceText } from "../domain/maintenance-texts.ts";

type Database = Kysely<StatusDatabase>;

/** A step that a maintenance took by itself. */
export interface MaintenanceAction {
  readonly maintenanceId: string;
  readonly step: MaintenanceStep;
}

/** A component of a maintenance. */
interface Member {
  readonly id: string;
  readonly name: string;
  /** What it was until the step. */
  readonly before: ComponentStatus;
  /** What it is now. */
  readonly now: ComponentStatus;
}

/** By component: the windows of maintenance that end after its open interval began, whole or in part. */
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
      ]),
    )
    .$narrowType<{ status: MaintenanceStatus; scheduled_until: Date }>()
    .execute();
  const windows = new Map<string, TimeWindow[]>();
  for (const row of rows) {
    const window = maintenanceWindow(timesOf(row));
    if (window === null) continue;
    windows.set(row.component_id, [...(windows.get(row.component_id) ?? []), window]);
  }
  return windows;
}

/** Writes the steps that maintenance takes by itself up to `nowMs`, with what they make of `components`. */
export async function updateMaintenances(
  db: Database,
  components: readonly ComponentNow[],
  nowMs: number,
): Promise<readonly MaintenanceAction[]> {
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "status", "started_at", "scheduled_until", "resolved_at"])
    .where("impact", "=", "maintenance")
    .where("resolved_at", "is", null)
    .where("started_at", "<=", new Date(nowMs))
    .orderBy("started_at")
    .$narrowType<{ status: MaintenanceStatus; scheduled_until: Date }>()
    .execute();
  const actions: MaintenanceAction[] = [];
  for (const row of rows) {
    const times = timesOf(row);
    for (const step of dueSteps(times, nowMs)) {
      const members = await loadMembers(db, row.id, step, components);
      await writeStep(db, row.id, step, members, times.scheduledUntilMs, new Date(nowMs));
      actions.push({ maintenanceId: row.id, step });
    }
  }
  return actions;
}

/** The components of a maintenance that are monitored, as the step finds and leaves them. */
async function loadMembers(
  db: Database,
  maintenanceId: string,
  step: MaintenanceStep,
  components: readonly ComponentNow[],
): Promise<Member[]> {
  const rows = await db
    .selectFrom("incident_components")
    .innerJoin("components", "components.id", "incident_components.component_id")
    .leftJoin("component_states", (join) =>
      join
        .onRef("component_states.component_id", "=", "components.id")
        .on("component_states.to_at", "=", new Date(step.atMs)),
    )
    .select(["components.id", "components.name", "component_states.status as ended"])
    .where("incident_components.incident_id", "=", maintenanceId)
    .orderBy("components.position")
    .execute();
  return rows.flatMap(({ id, name, ended }) => {
    const component = components.find((one) => one.id === id);
    if (component === undefined) return [];
    const { status: now, sinceMs } = component;
    // What did not change at the step was the same before, unless there was nothing.
    return {
      id,
      name: localizedText(name).en,
      now,
      before: ended ?? (sinceMs < step.atMs ? now : "unknown"),
    };
  });
}

async function writeStep(
  db: Database,
  maintenanceId: string,
  step: MaintenanceStep,
  members: readonly Member[],
  scheduledUntilMs: number,
  at: Date,
): Promise<void> {
  const { status } = step;
  const stepAt = new Date(step.atMs);
  const text = maintenanceText(step, scheduledUntilMs);
  const ended = status === "completed" ? { resolved_at: stepAt } : {};
  await db
    .updateTable("incidents")
    .set({ status, updated_at: at, ...ended })
    .where("id", "=", maintenanceId)
    .execute();
  const affected = changesOf(step, members);
  await db
    .insertInto("incident_updates")
    .values({
      id: newId(),
      incident_id: maintenanceId,
      status,
      body: JSON.stringify(text),
      created_at: at,
      updated_at: at,
      display_at: stepAt,
      affected: JSON.stringify(affected),
    })
    .execute();
  for (const { code, new_status } of affected) {
    await db
      .updateTable("incident_components")
      .set({ status: new_status })
      .where("incident_id", "=", maintenanceId)
      .where("component_id", "=", code)
      .execute();
  }
}

/** What the step makes of each component, where that is a change. */
function changesOf(step: MaintenanceStep, members: readonly Member[]): AffectedComponent[] {
  return members.flatMap(({ id, name, before, now }) => {
    const status = step.status === "completed" ? now : "under_maintenance";
    return status === before ? [] : { code: id, name, old_status: before, new_status: status };
  });
}

function timesOf(row: {
  status: MaintenanceStatus;
  started_at: Date;
  scheduled_until: Date;
  resolved_at: Date | null;
}): MaintenanceTimes {
  return {
    status: row.status,
    startedAtMs: row.started_at.getTime(),
    scheduledUntilMs: row.scheduled_until.getTime(),
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
  };
}
