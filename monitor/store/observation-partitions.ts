import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MADE_AHEAD_DAYS = 3;

const CHECK_VIOLATION = "23514";
const DUPLICATE_TABLE = "42P07";
/** What PostgreSQL says of a row that no partition takes, beside the code that it has for other faults too. */
const noPartitionFound = /^no partition of relation "observations" found for row/;

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

/** Drops every partition whose day ended before `beforeMs`; no row of it is touched one by one. */
export async function dropPartitionsBefore(db: Database, beforeMs: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'observations'::regclass`.execute(db);
  // Names sort as their days do. The day that `beforeMs` lies in is kept whole.
  const kept = partitionName(beforeMs);
  for (const { name } of rows) {
    if (name < kept) await sql`drop table if exists ${sql.table(name)}`.execute(db);
  }
}

async function makePartition(db: Database, atMs: number): Promise<void> {
  const fromMs = startOfDayMs(atMs);
  const bound = (ms: number) => sql.lit(new Date(ms).toISOString());
  try {
    await sql`create table if not exists ${sql.table(partitionName(atMs))}
      partition of observations for values from (${bound(fromMs)}) to (${bound(fromMs + DAY_MS)})`.execute(
      db,
    );
  } catch (error) {
    // Another prober was as quick: "if not exists" looks before it waits.
    if (codeOf(error) !== DUPLICATE_TABLE) throw error;
  }
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
    noPartitionFound.test(error.message)
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
