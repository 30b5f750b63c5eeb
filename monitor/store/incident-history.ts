import { localizedText } from "../domain/localized-text.ts";
import type { SelectQueryBuilder } from "kysely";
import type {
  Database,
  IncidentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import type { Incident, Maintenance, StatusEvent } from "../domain/status-event.ts";
import { readEventChanges } from "./revision.ts";
import { readMembers, readUpdates, type StatusEventRow, updateOf } from "./status-events.ts";

/** The incidents and maintenances of the snapshot. */
export interface IncidentHistory {
  readonly incidents: readonly Incident[];
  readonly maintenances: readonly Maintenance[];
  /** A different mark means that something was added, changed or removed. */
  readonly incidentMark: string;
}

/** How many of the newest are always listed, however old, as on Statuspage. */
const NEWEST_LISTED = 50;

/** The maximum number listed on the page, unresolved ones first; others stay in the database. */
const MAXIMUM_LISTED = 200;

/**
 * Reads unresolved incidents, those resolved after `windowStart`, and the 50 newest; likewise maintenances. Returns `known`
 * when nothing of that has changed.
 */
export async function readIncidentHistory(
  db: Database,
  windowStart: Date,
  known: IncidentHistory | undefined,
): Promise<IncidentHistory> {
  const incidentMark = `${windowStart.getTime()} ${await readEventChanges(db)}`;
  if (known?.incidentMark === incidentMark) {
    const { incidents, maintenances } = known;
    return { incidents, maintenances, incidentMark };
  }
  return {
    incidents: await readIncidents(db, (all) => listed(all, "started_at", windowStart)),
    maintenances: await readMaintenances(db, (all) => listed(all, "scheduled_for", windowStart)),
    incidentMark,
  };
}

/** Reads a page of all incidents ever, newest first. */
export function readIncidentPage(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<Incident[]> {
  return readIncidents(db, (all) => all.limit(limit).offset(offset));
}

/** Reads one incident or maintenance, however old; undefined when nothing has this id. */
export async function readIncident(
  db: Database,
  id: string,
): Promise<Incident | Maintenance | undefined> {
  const [incident] = await readIncidents(db, (all) => all.where("id", "=", id));
  return incident ?? (await readMaintenances(db, (all) => all.where("id", "=", id)))[0];
}

/** Returns a query for the ids of incidents and maintenances that were over before a time, for use in another query. */
export function statusEventsOverBefore(db: Database, before: Date) {
  return db.selectFrom("incidents").select("incidents.id").where("resolved_at", "<", before);
}

/** Reads the incidents and maintenances that began between two times, for maintenances the announced ones. */
export async function readStatusEventsBetween(
  db: Database,
  from: Date,
  to: Date,
): Promise<(Incident | Maintenance)[]> {
  const begun = (all: Query, column: "started_at" | "scheduled_for") =>
    all.where(column, ">=", from).where(column, "<", to);
  return [
    ...(await readIncidents(db, (all) => begun(all, "started_at"))),
    ...(await readMaintenances(db, (all) => begun(all, "scheduled_for"))),
  ];
}

/** Reads the newest `limit` incidents that were open between two times. */
export function readIncidentsDuring(
  db: Database,
  from: Date,
  to: Date,
  limit: number,
): Promise<Incident[]> {
  return readIncidents(db, (all) =>
    all
      .where("started_at", "<", to)
      .where((where) =>
        where.or([where("resolved_at", "is", null), where("resolved_at", ">", from)]),
      )
      .limit(limit),
  );
}

/** Reads when the first incident or maintenance began; undefined when there never was one. */
export async function readFirstStatusEventMs(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom("incidents")
    .select(({ fn }) => fn.min("started_at").as("first"))
    .executeTakeFirst();
  return row?.first?.getTime();
}

type Query = SelectQueryBuilder<StatusDatabase, "incidents", StatusEventRow>;

/** Reads the incidents selected by `narrow`, newest first. */
async function readIncidents(db: Database, narrow: (all: Query) => Query): Promise<Incident[]> {
  const all = db
    .selectFrom("incidents")
    .selectAll()
    .where("impact", "!=", "maintenance")
    .orderBy("started_at", "desc")
    .orderBy("id", "desc");
  // The database checks that their status is one of these.
  const rows = await narrow(all).$narrowType<{ status: IncidentStatus }>().execute();
  return readStatusEvents(db, rows);
}

/** Reads the maintenances selected by `narrow`, newest first. */
async function readMaintenances(
  db: Database,
  narrow: (all: Query) => Query,
): Promise<Maintenance[]> {
  const all = db
    .selectFrom("incidents")
    .selectAll()
    .where("impact", "=", "maintenance")
    .orderBy("scheduled_for", "desc")
    .orderBy("id", "desc");
  const rows = await narrow(all)
    .$narrowType<{ status: MaintenanceStatus; scheduled_for: Date; scheduled_until: Date }>()
    .execute();
  const statusEvents = await readStatusEvents(db, rows);
  return rows.flatMap(({ scheduled_for, scheduled_until }, index) => {
    const statusEvent = statusEvents[index];
    if (statusEvent === undefined) return [];
    const scheduledForMs = scheduled_for.getTime();
    return [{ ...statusEvent, scheduledForMs, scheduledUntilMs: scheduled_until.getTime() }];
  });
}

function listed(all: Query, column: "started_at" | "scheduled_for", windowStart: Date): Query {
  const newest = all.clearSelect().select("id").limit(NEWEST_LISTED);
  return all
    .where((where) =>
      where.or([
        where("resolved_at", "is", null),
        where("resolved_at", ">", windowStart),
        where("id", "in", newest),
      ]),
    )
    .clearOrderBy()
    .orderBy((order) => order("resolved_at", "is", null), "desc")
    .orderBy(column, "desc")
    .limit(MAXIMUM_LISTED);
}

/** Completes rows, either incidents or maintenances, with their components and updates. */
async function readStatusEvents<Status extends IncidentStatus | MaintenanceStatus>(
  db: Database,
  rows: readonly (StatusEventRow & { status: Status })[],
): Promise<StatusEvent<Status>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const members = await readMembers(db, ids);
  const updates = await readUpdates(db, ids);
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name),
    status: row.status,
    impact: row.impact,
    startedAtMs: row.started_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    monitoringAtMs: row.monitoring_at?.getTime() ?? null,
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
    componentIds: (members.get(row.id) ?? []).map(({ id }) => id),
    updates: (updates.get(row.id) ?? []).map((update) =>
      updateOf({ ...update, status: update.status as Status }),
    ),
  }));
}
