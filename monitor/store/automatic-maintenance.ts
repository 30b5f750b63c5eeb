import type { Kysely } from "kysely";

import {
  dueSteps,
  type MaintenanceStep,
  type MaintenanceTimes,
  maintenanceWindow,
} from "#monitor/domain/maintenance.ts";
import type { TimeWindow } from "#monitor/domain/uptime.ts";
import { changesSince } from "../domain/story.ts";
import { changeStory, insertUpdate, writeTold } from "./write-stories.ts";
import type {
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
      await writeStep(db, row.id, step, members, times.scheduledUntilMs, nowMs);
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
  nowMs: number,
): Promise<void> {
  const { status, atMs } = step;
  const ended = status === "completed" ? { resolvedAtMs: atMs } : {};
  await changeStory(db, maintenanceId, { status, ...ended }, nowMs);
  const told = new Map(members.map(({ id, before }) => [id, before]));
  const now = members.map((member) => ({
    ...member,
    status: status === "completed" ? member.now : ("under_maintenance" as const),
  }));
  const affected = changesSince(told, now);
  await insertUpdate(db, maintenanceId, {
    status,
    body: maintenanceText(step, scheduledUntilMs),
    affected,
    createdAtMs: nowMs,
    displayAtMs: atMs,
  });
  await writeTold(
    db,
    maintenanceId,
    affected.map(({ id, newStatus }) => ({ id, status: newStatus })),
  );
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
