import { DAY_MS } from "#units/time.ts";
import path from "node:path";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type HistoryRows, readHistory } from "#monitor/store/history.ts";
import { loadPageBuild } from "#status-api/page/page-build.ts";
import { publish } from "#status-api/publication/publication.ts";
import { buildSnapshot } from "#status-api/snapshot/snapshot.ts";
import type { EmptyDatabase } from "../../support/databases/every-database.ts";
import { projectRoot } from "../../support/program.ts";
import { ProcessorTime, proportionalMemory } from "../../kit/processes.ts";
import { median } from "../../kit/table.ts";
import { writeNinetyDays } from "../../support/monitor/ninety-days.ts";

/** Milliseconds of a rebuild: what the processor worked, the database server's work included, and what passed. */
export interface RebuildTime {
  readonly processorMs: number;
  readonly elapsedMs: number;
}

/** What a rebuild costs when a status API starts, and while it runs: then it keeps what has not changed. */
export interface RebuildTimes {
  readonly atStart: RebuildTime;
  readonly afterObservation: RebuildTime;
  readonly afterStatusChange: RebuildTime;
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
  const rebuild = async (known?: HistoryRows): Promise<HistoryRows> => {
    const rows = await readHistory(db, nowMs, known);
    const snapshot = buildSnapshot(rows, nowMs);
    if (publish({ snapshot, databaseAwaySinceMs: undefined }, build, () => nowMs) === undefined) {
      throw new Error("there is nothing to publish");
    }
    return rows;
  };
  let rows = await rebuild();
  const again = async (): Promise<void> => {
    rows = await rebuild(rows);
  };
  const serverPids = await (system === "server" ? backends(db) : embeddedDatabases());
  const processors = new ProcessorTime(() => serverPids);
  return {
    atStart: await timesOf(
      processors,
      async () => {},
      () => rebuild(),
    ),
    afterObservation: await timesOf(processors, (run) => observe(db, nowMs, run), again),
    afterStatusChange: await timesOf(processors, (run) => changeStatus(db, nowMs, run), again),
  };
}

/** What an observation changes of what readers see: until when its component is known. */
async function observe(db: Kysely<StatusDatabase>, nowMs: number, run: number): Promise<void> {
  await db
    .updateTable("components")
    .set({ known_until: new Date(nowMs + DAY_MS + run) })
    .where("id", "=", (select) =>
      select.selectFrom("components").select("id").orderBy("id").limit(1),
    )
    .execute();
}

/** One component goes from what it is to something else, a second after it did so last. */
async function changeStatus(db: Kysely<StatusDatabase>, nowMs: number, run: number): Promise<void> {
  const at = new Date(nowMs - (WARM_UPS + RUNS - run) * 1000);
  const { id, component_id, status } = await db
    .selectFrom("component_states")
    .select(["id", "component_id", "status"])
    .where("to_at", "is", null)
    .orderBy("component_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("component_states").set({ to_at: at }).where("id", "=", id).execute();
  await db
    .insertInto("component_states")
    .values({
      component_id,
      status: status === "operational" ? "partial_outage" : "operational",
      from_at: at,
    })
    .execute();
}

/** Times `work`, each time after a change that is not timed. */
async function timesOf(
  processors: ProcessorTime,
  change: (run: number) => Promise<void>,
  work: () => Promise<unknown>,
): Promise<RebuildTime> {
  const elapsed: number[] = [];
  let seconds = 0;
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    await change(run);
    const worked = await processors.of(async () => {
      const startedMs = performance.now();
      await work();
      elapsed.push(performance.now() - startedMs);
    });
    if (run >= WARM_UPS) seconds += worked;
  }
  return { processorMs: (1e3 * seconds) / RUNS, elapsedMs: median(elapsed.slice(WARM_UPS)) };
}

/** The server's processes that work for this database. */
async function backends(db: Kysely<StatusDatabase>): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** The process of the embedded database that this process has open. */
async function embeddedDatabases(): Promise<readonly number[]> {
  const processes = await proportionalMemory(process.pid);
  return processes
    .filter(({ command }) => command.some((part) => part.endsWith("embedded-main.ts")))
    .map(({ pid }) => pid);
}
