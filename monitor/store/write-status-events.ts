import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";
import type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "../domain/component-status.ts";
import type { Translations } from "../domain/localized-text.ts";
import type { Repetition } from "../domain/repetition.ts";
import type { StatusChange } from "../domain/status-event.ts";
import { newId } from "./new-id.ts";

type StatusEventStatus = IncidentStatus | MaintenanceStatus;

/** The fields of an incident or a maintenance that may be written; epoch milliseconds. */
interface StatusEventFields {
  readonly name: Translations;
  readonly status: StatusEventStatus;
  readonly impact: IncidentImpact;
  /** The worst that automation has published so far; null once a person says the impact. */
  readonly worstImpact: Exclude<IncidentImpact, "maintenance"> | null;
  /** Whether automation manages it. */
  readonly automatic: boolean;
  /** When a person last handed it back to automation. */
  readonly givenBackAtMs: number | null;
  /** The group of its components; null when they are of several groups or of none. */
  readonly groupId: string | null;
  readonly startedAtMs: number;
  readonly monitoringAtMs: number | null;
  readonly resolvedAtMs: number | null;
  /** Announced begin and end of a maintenance. */
  readonly scheduledForMs: number | null;
  readonly scheduledUntilMs: number | null;
  /** How a maintenance repeats. */
  readonly repetition: Repetition | null;
}

type RequiredFields = "name" | "status" | "impact" | "automatic" | "groupId" | "startedAtMs";

/** Writes a new incident or maintenance; returns its id. */
export async function insertStatusEvent(
  db: Database,
  statusEvent: Pick<StatusEventFields, RequiredFields> & Partial<StatusEventFields>,
  nowMs: number,
): Promise<string> {
  const id = newId();
  const { name, status, impact, automatic, groupId, startedAtMs } = statusEvent;
  const at = new Date(nowMs);
  await db
    .insertInto("incidents")
    .values({
      ...columnsOf(statusEvent),
      id,
      name: JSON.stringify(name),
      status,
      impact,
      automatic,
      group_id: groupId,
      started_at: new Date(startedAtMs),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/** Changes those fields of an incident or a maintenance that are given. */
export async function changeStatusEvent(
  db: Database,
  id: string,
  change: Partial<StatusEventFields>,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("incidents")
    .set({ ...columnsOf(change), updated_at: new Date(nowMs) })
    .where("id", "=", id)
    .execute();
}

/** Adds an update, for readers and, since it is not notified yet, for subscribers. */
export async function insertUpdate(
  db: Database,
  statusEventId: string,
  update: {
    readonly status: StatusEventStatus;
    readonly body: Translations;
    readonly affected: readonly StatusChange[];
    /** Whether automation wrote it; a person by default. */
    readonly isAutomatic?: boolean;
    readonly createdAtMs: number;
    /** The time to show, if not the time of writing. */
    readonly displayAtMs?: number;
  },
): Promise<void> {
  const at = new Date(update.createdAtMs);
  await db
    .insertInto("incident_updates")
    .values({
      id: newId(),
      incident_id: statusEventId,
      status: update.status,
      body: JSON.stringify(update.body),
      created_at: at,
      updated_at: at,
      display_at: new Date(update.displayAtMs ?? update.createdAtMs),
      affected: JSON.stringify(storedChanges(update.affected)),
      automatic: update.isAutomatic ?? false,
    })
    .execute();
}

/** Replaces the latest update of a status event, which keeps its date. */
export async function amendLatest(
  db: Database,
  statusEventId: string,
  {
    status,
    body,
    affected,
  }: Pick<Parameters<typeof insertUpdate>[2], "status" | "body" | "affected">,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("incident_updates")
    .set({
      status,
      body: JSON.stringify(body),
      affected: JSON.stringify(storedChanges(affected)),
      updated_at: new Date(nowMs),
    })
    .where("id", "=", (updates) =>
      updates
        .selectFrom("incident_updates as latest")
        .select("latest.id")
        .where("latest.incident_id", "=", statusEventId)
        .orderBy("latest.display_at", "desc")
        .limit(1),
    )
    .execute();
}

function storedChanges(affected: readonly StatusChange[]) {
  return affected.map((change) => ({
    code: change.id,
    name: change.name,
    old_status: change.oldStatus,
    new_status: change.newStatus,
  }));
}

/** Adds an update for now, dated after all earlier ones, even within a millisecond or if another clock was ahead. */
export async function insertLatest(
  db: Database,
  statusEventId: string,
  update: Pick<Parameters<typeof insertUpdate>[2], "status" | "body" | "affected" | "isAutomatic">,
  nowMs: number,
): Promise<void> {
  const last = await db
    .selectFrom("incident_updates")
    .select("display_at")
    .where("incident_id", "=", statusEventId)
    .orderBy("display_at", "desc")
    .executeTakeFirst();
  const createdAtMs = Math.max(nowMs, (last?.display_at.getTime() ?? 0) + 1);
  await insertUpdate(db, statusEventId, { ...update, createdAtMs });
}

/** Adds `components` to a status event, or updates their published statuses; a new reason is added to the announced ones. */
export async function writeStatuses(
  db: Database,
  statusEventId: string,
  components: readonly {
    readonly id: string;
    readonly status: ComponentStatus;
    readonly reason?: string | null;
  }[],
): Promise<void> {
  if (components.length === 0) return;
  await db
    .insertInto("incident_components")
    .values(
      components.map(({ id, status, reason = null }) => ({
        incident_id: statusEventId,
        component_id: id,
        status,
        reasons: JSON.stringify(reason === null ? [] : [reason]),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["incident_id", "component_id"]).doUpdateSet((excluded) => ({
        status: excluded.ref("excluded.status"),
        reasons: sql`case
            when incident_components.reasons -> -1 = excluded.reasons -> 0
            then incident_components.reasons
            else incident_components.reasons || excluded.reasons end`,
      })),
    )
    .execute();
}

/** Removes all components from a status event. */
export async function deleteStatuses(db: Database, statusEventId: string): Promise<void> {
  await db.deleteFrom("incident_components").where("incident_id", "=", statusEventId).execute();
}

/** Returns the columns of the given fields; Kysely leaves out undefined ones. */
function columnsOf(fields: Partial<StatusEventFields>) {
  return {
    name: fields.name && JSON.stringify(fields.name),
    status: fields.status,
    impact: fields.impact,
    worst_impact: fields.worstImpact,
    automatic: fields.automatic,
    given_back_at: dateOf(fields.givenBackAtMs),
    group_id: fields.groupId,
    started_at: dateOf(fields.startedAtMs),
    monitoring_at: dateOf(fields.monitoringAtMs),
    resolved_at: dateOf(fields.resolvedAtMs),
    scheduled_for: dateOf(fields.scheduledForMs),
    scheduled_until: dateOf(fields.scheduledUntilMs),
    repetition: fields.repetition && JSON.stringify(fields.repetition),
  };
}

function dateOf<Absent extends null | undefined>(timeMs: number | Absent): Date | Absent {
  return typeof timeMs === "number" ? new Date(timeMs) : timeMs;
}
