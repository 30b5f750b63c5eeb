import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";
import { aheadFromMs } from "../domain/clock.ts";

/**
 * Reads the ids of the probers that share the checks of a location at `nowMs`: those that were seen within `forMs`, have been
 * seen for as long, and run what all run.
 */
export async function readSharingProbers(
  db: Database,
  { location, nowMs, forMs }: { location: string; nowMs: number; forMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("probers")
    .select("id")
    .where("location", "=", location)
    .where("last_seen_at", ">", new Date(nowMs - forMs))
    .where("last_seen_at", "<", new Date(aheadFromMs(nowMs)))
    .where(sql<boolean>`last_seen_at - started_at >= ${forMs} * interval '1 millisecond'`)
    .where("differs_since", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
