import path from "node:path";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readHistory } from "#status-api/history.ts";
import { loadPageBuild } from "#status-api/page-build.ts";
import { publish } from "#status-api/publication.ts";
import { buildSnapshot } from "#status-api/snapshot.ts";
import type { EmptyDatabase } from "../../support/every-database.ts";
import { projectRoot } from "../../support/program.ts";
import { ProcessorTime } from "../engine/processes.ts";
import { median } from "../table.ts";
import { writeNinetyDays } from "./ninety-days.ts";

/** Milliseconds of a rebuild: what the processor worked, the database server's work included, and what passed. */
export interface RebuildTime {
  readonly processorMs: number;
  readonly elapsedMs: number;
}

/** A rebuild whole, and the part of it that the database's answers take. */
export interface RebuildTimes {
  readonly reading: RebuildTime;
  readonly building: RebuildTime;
  readonly together: RebuildTime;
}

const WARM_UPS = 15;
const RUNS = 40;

/** Rebuilds what is served of `components` components after 90 full days, again and again. */
export async function rebuildTimes(
  empty: EmptyDatabase,
  components: number,
): Promise<RebuildTimes> {
  await using database = await openStatusDatabase({
    url: empty.url,
    dataDirectory: empty.dataDirectory,
  });
  const { db, system } = database;
  const nowMs = Date.now();
  await writeNinetyDays(db, components, nowMs);
  await sql`analyze`.execute(db);
  const build = await loadPageBuild(path.join(projectRoot, "build", "status-page"));
  const read = () => readHistory(db, nowMs);
  const rows = await read();
  const make = (read: typeof rows): void => {
    const snapshot = buildSnapshot(read, nowMs);
    if (publish({ snapshot, databaseAwaySinceMs: undefined }, build) === undefined) {
      throw new Error("there is nothing to publish");
    }
  };
  const serverPids = system === "server" ? await backends(db) : [];
  const processors = new ProcessorTime(() => serverPids);
  return {
    reading: await timesOf(processors, read),
    building: await timesOf(processors, () => make(rows)),
    together: await timesOf(processors, async () => make(await read())),
  };
}

async function timesOf(processors: ProcessorTime, work: () => unknown): Promise<RebuildTime> {
  for (let run = 0; run < WARM_UPS; run += 1) await work();
  const elapsed: number[] = [];
  const seconds = await processors.of(async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const startedMs = performance.now();
      await work();
      elapsed.push(performance.now() - startedMs);
    }
  });
  return { processorMs: (1e3 * seconds) / RUNS, elapsedMs: median(elapsed) };
}

/** The server's processes that work for this database. */
async function backends(db: Kysely<StatusDatabase>): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  return rows.map(({ pid }) => pid);
}
