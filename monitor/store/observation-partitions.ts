import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MADE_AHEAD_DAYS = 3;
/** Whoever reads or stores observations waits behind a drop that waits, for instance for a backup. */
const DROP_WAITS = "1s";

const CHECK_VIOLATION = "23514";
/** What PostgreSQL says of a row that no partition takes, beside the code that it has for other faults too. */
const NO_PARTITION_FOUND = /^no partition of relation "observations" found for row/;

/** Makes the partitions of the day of `nowMs` and the days that follow, so that no run has to wait for one. */
export async function makePartitionsAhead(db: Database, nowMs: number): Promise<void> {
  for (let day = 0; day <= MADE_AHEAD_DAYS; day += 1) await makePartition(db, nowMs + day * DAY_MS);
}

/**
 * Runs `store`, which inserts observations of slots in `slotsMs`, and runs it once more with their days' partitions made
 * when it failed for want of one: results that come late may be of days that have none.
 */
export async function withPartitions<Stored>(
  db: Database,
  slotsMs: readonly number[],
  store: () => Promise<Stored>,
): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    for (const dayMs of new Set(slotsMs.map(startOfDayMs))) await makePartition(db, dayMs);
    return await store();
  }
}

/**
 * Drops every partition whose day ended before `beforeMs`; no row of it is touched one by one. Rejects where somebody has the
 * table for longer: it is to be tried again later.
 */
export async function dropPartitionsBefore(db: Database, beforeMs: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'observations'::regclass`.execute(db);
  // Names sort as their days do. The day that `beforeMs` lies in is kept whole.
  const kept = partitionName(beforeMs);
  for (const { name } of rows.filter((partition) => partition.name < kept)) {
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_WAITS)}`.execute(transaction);
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    });
  }
}

/**
 * Makes the day's partition beside the table and attaches it then: that neither waits for those who read or write the table,
 * as a backup does for long, nor holds them up. Of several who want to make it, one does.
 */
async function makePartition(db: Database, atMs: number): Promise<void> {
  const fromMs = startOfDayMs(atMs);
  const name = partitionName(atMs);
  const bound = (ms: number) => sql.lit(new Date(ms).toISOString());
  await sql`
    do $$ begin
      lock table only observations in share update exclusive mode;
      if to_regclass(${sql.lit(name)}) is null then
        create table ${sql.table(name)} (like observations including all);
        alter table observations attach partition ${sql.table(name)}
          for values from (${bound(fromMs)}) to (${bound(fromMs + DAY_MS)});
      end if;
    end $$`.execute(db);
}

function partitionName(atMs: number): string {
  const day = new Date(atMs).toISOString().slice(0, "2026-11-21".length);
  return `observations_${day.replaceAll("-", "")}`;
}

function startOfDayMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

function isPartitionMissing(error: unknown): boolean {
  return (
    codeOf(error) === CHECK_VIOLATION &&
    error instanceof Error &&
    NO_PARTITION_FOUND.test(error.message)
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
