import type { ComponentStatus, Database } from "#migrations/status/schema.ts";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
import { dueSteps, type MaintenanceStep } from "#monitor/domain/maintenance.ts";
import { maintenanceText } from "#monitor/domain/maintenance-texts.ts";
import { changesSince } from "#monitor/domain/status-event.ts";
import { planNextMaintenance } from "#monitor/store/scheduled-maintenance.ts";
import { loadBegunMaintenances } from "#monitor/store/maintenances-now.ts";
import { readStatusesUntil } from "#monitor/store/open-intervals.ts";
import { readMembers } from "#monitor/store/status-events.ts";
import {
  changeStatusEvent,
  insertUpdate,
  writeStatuses,
} from "#monitor/store/write-status-events.ts";

/** A step that a maintenance took automatically. */
export interface MaintenanceAction {
  readonly maintenanceId: string;
  readonly step: MaintenanceStep;
}

/** A component of a maintenance. */
interface Member {
  readonly id: string;
  readonly name: string;
  /** Its status until the step. */
  readonly before: ComponentStatus;
  /** Its status now. */
  readonly now: ComponentStatus;
}

/** Writes the steps that maintenances take automatically up to `nowMs`, with the resulting statuses of `components`. */
export async function updateMaintenances(
  db: Database,
  components: readonly ComponentNow[],
  nowMs: number,
): Promise<readonly MaintenanceAction[]> {
  const actions: MaintenanceAction[] = [];
  for (const { id, ...times } of await loadBegunMaintenances(db, nowMs)) {
    for (const step of dueSteps(times, nowMs)) {
      const members = await loadMembers(db, id, step, components);
      await writeStep(db, id, step, members, times.scheduledUntilMs, nowMs);
      actions.push({ maintenanceId: id, step });
    }
  }
  return actions;
}

/** Returns the monitored components of a maintenance, with their statuses before the step and now. */
async function loadMembers(
  db: Database,
  maintenanceId: string,
  step: MaintenanceStep,
  components: readonly ComponentNow[],
): Promise<Member[]> {
  const stored = (await readMembers(db, [maintenanceId])).get(maintenanceId) ?? [];
  const ended = await readStatusesUntil(db, step.atMs);
  return stored.flatMap(({ id, name }) => {
    const component = components.find((one) => one.id === id);
    if (component === undefined) return [];
    const { status: now, sinceMs } = component;
    // A status that did not change at the step was the same before, unless the component had none.
    const before = ended.get(id) ?? (sinceMs < step.atMs ? now : "unknown");
    return { id, name: name.en, now, before };
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
  await changeStatusEvent(db, maintenanceId, { status, ...ended }, nowMs);
  const published = new Map(members.map(({ id, before }) => [id, before]));
  const now = members.map((member) => ({
    ...member,
    status: status === "completed" ? member.now : ("under_maintenance" as const),
  }));
  const affected = changesSince(published, now);
  await insertUpdate(db, maintenanceId, {
    status,
    body: maintenanceText(step, scheduledUntilMs),
    affected,
    isAutomatic: true,
    createdAtMs: nowMs,
    displayAtMs: atMs,
  });
  await writeStatuses(
    db,
    maintenanceId,
    affected.map(({ id, newStatus }) => ({ id, status: newStatus })),
  );
  if (status === "completed") await planNextMaintenance(db, maintenanceId, nowMs);
}
