import type { Selectable } from "kysely";
import type {
  Database,
  IncidentTable,
  IncidentUpdateTable,
  MaintenanceStatus,
} from "#migrations/status/schema.ts";
import { localizedText } from "../domain/localized-text.ts";
import type { MaintenanceTimes } from "../domain/maintenance.ts";
import type {
  StatusChange,
  StatusEventComponent,
  StatusEventUpdate,
} from "../domain/status-event.ts";
import { olderThan } from "./older-than.ts";

/** A row of `incidents`, which is an incident or a maintenance. */
export type StatusEventRow = Selectable<IncidentTable>;

/** An incident or a maintenance as stored, with its components in the page's order and its updates, newest first. */
export interface StoredStatusEvent {
  readonly row: StatusEventRow;
  readonly components: readonly StatusEventComponent[];
  readonly updates: readonly Selectable<IncidentUpdateTable>[];
}

export type StatusEventKind = "incident" | "maintenance";

/** Which status events are listed: the newest `limit`, older than the one with the id `before` if that is given. */
interface StatusEventList {
  readonly limit: number;
  readonly before?: string | undefined;
  /** Only those that are not over. */
  readonly unfinished?: boolean | undefined;
}

/** Reads one status event; undefined when there is none of that kind. */
export async function readStatusEvent(
  db: Database,
  kind: StatusEventKind,
  id: string,
): Promise<StoredStatusEvent | undefined> {
  const row = await statusEventsOf(db, kind).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : (await withParts(db, [row]))[0];
}

/** Lists status events, the newest first, one more than `limit` if there are more. */
export async function listStatusEvents(
  db: Database,
  kind: StatusEventKind,
  { limit, before, unfinished }: StatusEventList,
): Promise<StoredStatusEvent[]> {
  const rows = await statusEventsOf(db, kind)
    .$if(unfinished === true, (query) => query.where("resolved_at", "is", null))
    .where(olderThan("incidents", "created_at", before))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return withParts(db, rows);
}

function statusEventsOf(db: Database, kind: StatusEventKind) {
  return db
    .selectFrom("incidents")
    .selectAll()
    .where("impact", kind === "maintenance" ? "=" : "!=", "maintenance");
}

async function withParts(
  db: Database,
  rows: readonly StatusEventRow[],
): Promise<StoredStatusEvent[]> {
  const ids = rows.map(({ id }) => id);
  const components = await readMembers(db, ids);
  const updates = await readUpdates(db, ids);
  return rows.map((row) => ({
    row,
    components: components.get(row.id) ?? [],
    updates: updates.get(row.id) ?? [],
  }));
}

/** Reads every component that each status event ever affected, by the status event's id, in the page's order. */
export async function readMembers(
  db: Database,
  statusEventIds: readonly string[],
): Promise<ReadonlyMap<string, StatusEventComponent[]>> {
  if (statusEventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_components")
    .innerJoin("components", "components.id", "incident_components.component_id")
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .select(["components.id", "components.name", "components.description"])
    .select(["components.group_id", "components.position"])
    .select(["incident_components.incident_id", "incident_components.status"])
    .where("incident_components.incident_id", "in", statusEventIds)
    .orderBy("component_groups.position", (order) => order.asc().nullsLast())
    .orderBy("components.position")
    .orderBy("components.id")
    .execute();
  const members = rows.map(({ incident_id, id, name, description, group_id, ...rest }) => ({
    statusEventId: incident_id,
    component: {
      id,
      name: localizedText(name),
      description: localizedText(description),
      groupId: group_id,
      ...rest,
    },
  }));
  return new Map(
    [...Map.groupBy(members, ({ statusEventId }) => statusEventId)].map(
      ([statusEventId, ofStatusEvent]) => [
        statusEventId,
        ofStatusEvent.map(({ component }) => component),
      ],
    ),
  );
}

/** Reads the updates of each status event, by the status event's id, newest first. */
export async function readUpdates(
  db: Database,
  statusEventIds: readonly string[],
): Promise<ReadonlyMap<string, Selectable<IncidentUpdateTable>[]>> {
  if (statusEventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .selectAll()
    .where("incident_id", "in", statusEventIds)
    .orderBy("display_at", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return Map.groupBy(rows, ({ incident_id }) => incident_id);
}

type UpdateRow<Status> = Omit<Selectable<IncidentUpdateTable>, "status"> & { status: Status };

/** Converts the row of an update into the update that is shown. */
export function updateOf<Status extends string>(row: UpdateRow<Status>): StatusEventUpdate<Status> {
  return {
    id: row.id,
    status: row.status,
    body: localizedText(row.body),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    displayAtMs: row.display_at.getTime(),
    affected: changesOf(row),
    isAutomatic: row.automatic,
  };
}

/** Returns the components that an update names, and how they changed. */
export function changesOf({
  affected,
}: Pick<Selectable<IncidentUpdateTable>, "affected">): StatusChange[] {
  return affected.map(({ code, name, old_status, new_status }) => ({
    id: code,
    name,
    oldStatus: old_status,
    newStatus: new_status,
  }));
}

/** Returns the times of a row that is a maintenance. */
export function maintenanceTimes(
  row: Pick<StatusEventRow, "status" | "started_at" | "scheduled_until" | "resolved_at">,
): MaintenanceTimes {
  return {
    status: row.status as MaintenanceStatus,
    startedAtMs: row.started_at.getTime(),
    scheduledUntilMs: (row.scheduled_until ?? row.started_at).getTime(),
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
  };
}
