import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type IncidentHistory, readIncidentHistory } from "./incident-history.ts";
import { type IntervalHistory, readIntervals } from "./interval-history.ts";
import type { Component, Snapshot } from "./snapshot.ts";
import { type Localized, localized } from "#monitor/domain/localized-text.ts";
import { uptimeWindow } from "#monitor/domain/uptime.ts";

/** What the snapshot is made from, read in one go; all times are epoch milliseconds. */
export interface HistoryRows extends IncidentHistory, IntervalHistory {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Undefined while no prober has set the page up. */
  readonly page: Snapshot["page"] | undefined;
  readonly groups: readonly { id: string; name: Localized; position: number }[];
  readonly components: readonly ComponentRow[];
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

/**
 * Reads everything the snapshot needs as of `nowMs`; rows as many as there were changes, never samples. What has not
 * changed since `known` was read is taken from there: most revisions are observations that change no interval.
 */
export async function readHistory(
  db: Database,
  nowMs: number,
  known?: HistoryRows,
): Promise<HistoryRows> {
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
        ...(await readIntervals(tx, windowStart, known)),
        ...(await readIncidentHistory(tx, windowStart, known)),
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
    weights: { partial_outage: row.partial_outage_weight, major_outage: row.major_outage_weight },
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
