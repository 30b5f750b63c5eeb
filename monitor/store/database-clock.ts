import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

/** Reads the clock of the database's machine, in epoch milliseconds. */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database does not say what time it is");
  return row.now.getTime();
}
