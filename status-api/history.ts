import type { Kysely } from "kysely";
import type { IncidentStatus, StatusDatabase } from "#migrations/status/schema.ts";
import type { Component, Incident, RecordedInterval, Snapshot } from "./snapshot.ts";
import type { Localized } from "./states.ts";
import { uptimeWindow } from "./uptime.ts";

/** What the snapshot is made from, read in one go; all times are epoch milliseconds. */
export interface HistoryRows {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Undefined while no prober has set the page up. */
  readonly page: Snapshot["page"] | undefined;
  readonly groups: readonly { id: string; name: Localized; position: number }[];
  readonly components: readonly ComponentRow[];
  /** By component id; those that touch the 90-day window. */
  readonly intervals: ReadonlyMap<string, readonly RecordedInterval[]>;
  readonly incidents: readonly Incident[];
}

/** A component as it is configured, and how far its open interval is known. */
export interface ComponentRow extends Pick<
  Component,
  "id" | "name" | "description" | "groupId" | "position" | "showcase" | "onlyShowIfDegraded"
> {
  readonly createdAtMs: number;
  /** Until when observations cover the open interval; null before the first one. */
  readonly knownUntilMs: number | null;
}

/** Incidents beyond this many, newest first, stay in the database and off the page. */
const maximumIncidents = 200;

type Database = Kysely<StatusDatabase>;

/** Reads the number that moves on with every change readers see; the cheapest query there is. */
export async function readRevision(db: Database): Promise<number> {
  const row = await db.selectFrom("revision").select("number").executeTakeFirstOrThrow();
  return row.number;
}

/** Reads everything the snapshot needs as of `nowMs`; rows as many as there were changes, never samples. */
export async function readHistory(db: Database, nowMs: number): Promise<HistoryRows> {
  // Repeatable read: all of it is of one revision, also while probers go on writing.
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const windowStart = new Date(uptimeWindow(nowMs).fromMs);
      const revision = await tx.selectFrom("revision").selectAll().executeTakeFirstOrThrow();
      return {
        revision: revision.number,
        changedAtMs: revision.changed_at.getTime(),
        page: await readPage(tx),
        groups: await readGroups(tx),
        components: await readComponents(tx),
        intervals: await readIntervals(tx, windowStart),
        incidents: await readIncidents(tx, windowStart),
      };
    });
}

async function readPage(db: Database): Promise<Snapshot["page"] | undefined> {
  const row = await db.selectFrom("page").selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    name: localized(row.name, row.name_tr),
    url: row.url,
    timeZone: row.time_zone,
  };
}

async function readGroups(db: Database): Promise<HistoryRows["groups"]> {
  const rows = await db
    .selectFrom("component_groups")
    .select(["id", "name", "name_tr", "position"])
    .where("removed_at", "is", null)
    .execute();
  return rows.map(({ id, name, name_tr, position }) => ({
    id,
    name: localized(name, name_tr),
    position,
  }));
}

async function readComponents(db: Database): Promise<ComponentRow[]> {
  const rows = await db
    .selectFrom("components")
    .selectAll()
    .where("removed_at", "is", null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: localized(row.name, row.name_tr),
    description: localized(row.description, row.description_tr),
    groupId: row.group_id,
    position: row.position,
    showcase: row.showcase,
    onlyShowIfDegraded: row.only_show_if_degraded,
    createdAtMs: row.created_at.getTime(),
    knownUntilMs: row.known_until?.getTime() ?? null,
  }));
}

async function readIntervals(db: Database, windowStart: Date): Promise<HistoryRows["intervals"]> {
  const rows = await db
    .selectFrom("component_states")
    .select(["component_id", "status", "from_at", "to_at"])
    .where((eb) => eb.or([eb("to_at", "is", null), eb("to_at", ">", windowStart)]))
    .orderBy("from_at")
    .execute();
  const intervals = new Map<string, RecordedInterval[]>();
  for (const { component_id, status, from_at, to_at } of rows) {
    const ofComponent = intervals.get(component_id) ?? [];
    ofComponent.push({ status, fromMs: from_at.getTime(), toMs: to_at?.getTime() ?? null });
    intervals.set(component_id, ofComponent);
  }
  return intervals;
}

async function readIncidents(db: Database, windowStart: Date): Promise<Incident[]> {
  const rows = await db
    .selectFrom("incidents")
    .selectAll()
    .where((eb) => eb.or([eb("resolved_at", "is", null), eb("resolved_at", ">", windowStart)]))
    .where("impact", "!=", "maintenance")
    .orderBy("started_at", "desc")
    .limit(maximumIncidents)
    .$narrowType<{ status: IncidentStatus }>()
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const components = await db
    .selectFrom("incident_components")
    .selectAll()
    .where("incident_id", "in", ids)
    .orderBy("component_id")
    .execute();
  const updates = await db
    .selectFrom("incident_updates")
    .selectAll()
    .where("incident_id", "in", ids)
    .orderBy("display_at", "desc")
    .orderBy("id", "desc")
    .$narrowType<{ status: IncidentStatus }>()
    .execute();
  const componentsOf = Map.groupBy(components, ({ incident_id }) => incident_id);
  const updatesOf = Map.groupBy(updates, ({ incident_id }) => incident_id);
  return rows.map((row) => ({
    id: row.id,
    name: localized(row.name, row.name_tr),
    status: row.status,
    impact: row.impact,
    startedAtMs: row.started_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    monitoringAtMs: row.monitoring_at?.getTime() ?? null,
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
    componentIds: (componentsOf.get(row.id) ?? []).map(({ component_id }) => component_id),
    updates: (updatesOf.get(row.id) ?? []).map((update) => ({
      id: update.id,
      status: update.status,
      body: localized(update.body, update.body_tr),
      createdAtMs: update.created_at.getTime(),
      updatedAtMs: update.updated_at.getTime(),
      displayAtMs: update.display_at.getTime(),
      affected: update.affected.map(({ code, name, old_status, new_status }) => ({
        id: code,
        name,
        oldStatus: old_status,
        newStatus: new_status,
      })),
    })),
  }));
}

/** Names that are the same in both languages are stored once. */
function localized(english: string, turkish: string | null): Localized {
  return { en: english, tr: turkish ?? english };
}
