import type { Database } from "#migrations/status/schema.ts";

/** Reads the first `limit` updates that subscribers were not notified of, in the order in which they were written. */
export async function readUnnotifiedUpdates(
  db: Database,
  limit: number,
): Promise<{ readonly id: string; readonly storyId: string }[]> {
  return db
    .selectFrom("incident_updates")
    .select(["id", "incident_id as storyId"])
    .where("notified_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Writes that an update was put into the outbox of everybody whom it concerns. */
export async function markNotified(db: Database, updateId: string, nowMs: number): Promise<void> {
  await db
    .updateTable("incident_updates")
    .set({ notified_at: new Date(nowMs) })
    .where("id", "=", updateId)
    .execute();
}

/** Reads which incident or maintenance updates are of, all of one; undefined when they were taken back. */
export async function readStoryIdOf(
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
