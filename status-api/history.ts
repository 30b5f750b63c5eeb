import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type IncidentHistory, readIncidentHistory } from "./incident-history.ts";
import type { Component, RecordedInterval, Snapshot } from "./snapshot.ts";
import { type Localized, localized } from "./states.ts";
import { uptimeWindow } from "./uptime.ts";

/** What the snapshot is made from, read in one go; all times are epoch milliseconds. */
export interface HistoryRows extends IncidentHistory {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Undefined while no prober has set the page up. */
  readonly page: Snapshot["page"] | undefined;
  readonly groups: readonly { id: string; name: Localized; position: number }[];
  readonly components: readonly ComponentRow[];
  /** By component id; those that touch the 90-day window. */
  readonly intervals: ReadonlyMap<string, readonly RecordedInterval[]>;
}

/** A component as it is configured, and how far its open interval is known. */
export interface ComponentRow extends Pick<
  Component,
  | "id"
  | "name"
  | "description"
  | "groupId"
  | "position"
  | "showcase"
  | "onlyShowIfDegraded"
  | "createdAtMs"
> {
  /** Until when observations cover the open interval; null before the first one. */
  readonly knownUntilMs: number | null;
}

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
        ...(await readIncidentHistory(tx, windowStart)),
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
