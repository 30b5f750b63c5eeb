import { DAY_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

const MADE_AHEAD_DAYS = 3;
/** Lock timeout of a drop: reads and writes of observations queue behind a drop that waits, for example for a backup. */
const DROP_WAITS = "1s";

const CHECK_VIOLATION = "23514";
/** PostgreSQL's message for a row without a partition; its code alone is used for other errors too. */
const NO_PARTITION_FOUND = /^no partition of relation "observations" found for row/;

/** Makes the partitions of the day of `nowMs` and the following days, so that no run has to wait for one. */
export async function makePartitionsAhead(db: Database, nowMs: number): Promise<void> {
  for (let day = 0; day <= MADE_AHEAD_DAYS; day += 1) await makePartition(db, nowMs + day * DAY_MS);
}

/**
 * Runs `store`, which inserts observations of slots in `slotsMs`; if that fails because a partition is missing, makes the
 * partitions of their days and runs it once more: late results may be of days without a partition.
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
 * Drops every partition whose day ended before `beforeMs`, which deletes no rows one by one. Rejects if the table is locked for
 * longer than DROP_WAITS; try again later.
 */
export async function dropPartitionsBefore(db: Database, beforeMs: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'observations'::regclass`.execute(db);
  // Names sort like their days. The day that `beforeMs` lies in is kept whole.
  const kept = partitionName(beforeMs);
  for (const { name } of rows.filter((partition) => partition.name < kept)) {
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_WAITS)}`.execute(transaction);
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    });
  }
}

/**
 * Makes the day's partition as a separate table and then attaches it: that neither waits for readers and writers of the table,
 * such as a long backup, nor blocks them. If called concurrently, only one call makes it.
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
