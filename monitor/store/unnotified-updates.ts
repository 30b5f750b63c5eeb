import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";
import { amendedSinceMs } from "../domain/incident-plan.ts";

/**
 * Reads the first `limit` updates that subscribers were not notified of, in the order in which they were written. Updates that
 * may still be amended are left for later: all of an incident whose opening may be, and a recovery of some components.
 */
export async function readUnnotifiedUpdates(
  db: Database,
  limit: number,
  nowMs: number,
): Promise<{ readonly id: string; readonly statusEventId: string }[]> {
  const amendedSince = new Date(amendedSinceMs(nowMs));
  return db
    .selectFrom("incident_updates as update")
    .innerJoin("incidents as incident", "incident.id", "update.incident_id")
    .select(["update.id", "update.incident_id as statusEventId"])
    .where("update.notified_at", "is", null)
    .where((where) =>
      where.or([
        where("incident.automatic", "=", false),
        where.and([
          where("incident.created_at", "<=", amendedSince),
          where.or([
            where("update.created_at", "<=", amendedSince),
            where("update.status", "!=", "investigating"),
            sql<boolean>`jsonb_path_exists(update.affected, '$[*] ? (@.new_status != "operational")')`,
            where.exists(
              where
                .selectFrom("incident_updates as newer")
                .select("newer.id")
                .whereRef("newer.incident_id", "=", "update.incident_id")
                .whereRef("newer.display_at", ">", "update.display_at"),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy("update.created_at")
    .orderBy("update.id")
    .limit(limit)
    .execute();
}

/** Stores that an update was put into the outbox for all subscribers whom it concerns. */
export async function markNotified(db: Database, updateId: string, nowMs: number): Promise<void> {
  await db
    .updateTable("incident_updates")
    .set({ notified_at: new Date(nowMs) })
    .where("id", "=", updateId)
    .execute();
}

/** Reads the id of the incident or maintenance that updates, all of the same one, belong to; undefined if they were deleted. */
export async function readStatusEventIdOf(
  db: Database,
  updateIds: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom("incident_updates")
    .select("incident_id")
    .where("id", "in", updateIds)
    .executeTakeFirst();
  return row?.incident_id;
}

/** Reads the ids of the incidents or maintenances that updates belong to, by the updates' ids. */
export async function readStatusEventIds(
  db: Database,
  updateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (updateIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .select(["id", "incident_id"])
    .where("id", "in", updateIds)
    .execute();
  return new Map(rows.map(({ id, incident_id }) => [id, incident_id]));
}
