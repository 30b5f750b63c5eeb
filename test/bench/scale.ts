/**
 * Measures the monitor on a large PostgreSQL: `npm run bench:scale`, or with fewer days: `npm run bench:scale -- 9`; how many
 * results probers can store a second comes first, and alone with `npm run bench:scale -- 0`.
 *
 * A hundred components, each with a check that runs every minute at three locations: 90 days take 21 GB of disk. Linux,
 * because it reads what processes use from /proc.
 */

import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import {
  hasPostgresql,
  installPostgresql,
  startPostgresql,
} from "../support/databases/postgresql.ts";
import { measuredOn } from "../kit/measured-on.ts";
import { DAY_MS, load, type Scale } from "./scale/load.ts";
import { operations } from "./scale/operations.ts";
import { servedFigures } from "./scale/served.ts";
import { STORED_HEAD, storedASecond } from "./scale/stored-a-second.ts";
import {
  sizes,
  type WatchedDatabase,
  watchDatabase,
} from "../support/databases/watched-database.ts";
import { markdownTable, median } from "../kit/table.ts";

const COMPONENTS = 100;
const LOCATIONS = 3;
const DAYS = 90;
const BYTES_A_DAY = 280e6;
const TIMES = 7;

/** A server of its own does not have much; only the load goes past the log. */
const settings = [
  "shared_buffers=1GB",
  "max_wal_size=2GB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "synchronous_commit=off",
];

const days = Number(process.argv[2] ?? DAYS);
const lacking = await whatLacks(days);
if (lacking === undefined) {
  print([STORED_HEAD, ...(await storedASecond())]);
  if (days > 0) await measure({ components: COMPONENTS, days });
  process.stdout.write(`${measuredOn()}\n`);
} else {
  process.stderr.write(`bench:scale: ${lacking}\n`);
  process.exitCode = 1;
}

async function whatLacks(wanted: number): Promise<string | undefined> {
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > DAYS) {
    return `the days are a whole number from 0 to ${DAYS}`;
  }
  if (!hasPostgresql()) return `PostgreSQL is missing: ${installPostgresql}`;
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = wanted * BYTES_A_DAY + 3e9;
  if (bavail * bsize < needed) {
    return `${tmpdir()} needs ${gigabytes(needed)} free and has ${gigabytes(bavail * bsize)}`;
  }
  return undefined;
}

async function measure(scale: Scale): Promise<void> {
  await using server = await startPostgresql(settings);
  const url = await server.createDatabase();
  await using database = await openStatusDatabase({ url, dataDirectory: "" });
  await using watched = watchDatabase(url);
  const nowMs = Date.now();
  const startedMs = performance.now();
  await load(watched.db, scale, nowMs, (day) =>
    process.stderr.write(`\r${day} of ${scale.days} days`),
  );
  const loadedMs = performance.now() - startedMs;
  await sql`analyze`.execute(watched.db);
  const stored = await storedRows(watched, scale, nowMs, loadedMs);
  print([["stored", "measured"], ...stored]);
  const served = await servedFigures(url);
  print([["status API", "measured"], ...served]);
  const rows: string[][] = [];
  for (const operation of operations(scale, nowMs)) {
    const { name, run, times = TIMES } = operation;
    const elapsed: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const beganMs = performance.now();
      await run(database.db, turn);
      elapsed.push(performance.now() - beganMs);
    }
    const plans = await watched.plansOf(() => run(watched.db, times));
    rows.push([
      name,
      `${elapsed[0]!.toFixed(1)} ms`,
      `${median(elapsed).toFixed(1)} ms`,
      `${plans.planningMs.toFixed(1)} ms`,
      String(plans.partitions),
      `${plans.megabytesRead.toFixed(1)} MB`,
    ]);
  }
  print([["", "first", "median", "of it planning", "partitions", "read"], ...rows]);
  print([["vacuum", "measured"], ...(await vacuumed(watched, nowMs))]);
}

async function storedRows(
  { db }: WatchedDatabase,
  { days: full, components }: Scale,
  nowMs: number,
  loadedMs: number,
): Promise<string[][]> {
  const tables = await sizes(db);
  const observations = tables.find(({ table }) => table === "observations")!;
  const figures = tables.find(({ table }) => table === "hourly_figures")!;
  const claims = tables.find(({ table }) => table === "slot_claims")!;
  const rest = tables.filter((one) => ![observations, figures, claims].includes(one));
  const size = ({ bytes, indexes }: typeof observations): string =>
    `${gigabytes(bytes)}, indexes ${gigabytes(indexes)}`;
  const perRow = ({ bytes, indexes, rows }: typeof observations): string =>
    `${((bytes + indexes) / rows).toFixed(0)} bytes each`;
  const checkDays = (components * LOCATIONS * (full * DAY_MS + (nowMs % DAY_MS))) / DAY_MS;
  const aDay = (observations.bytes + observations.indexes) / checkDays;
  return [
    ["loading", `${(loadedMs / 1000).toFixed(0)} s`],
    ["observations", `${observations.rows.toLocaleString("en")}, ${perRow(observations)}`],
    ["… on disk", size(observations)],
    ["… a day of a check at a location, every minute", `${(aDay / 1e6).toFixed(2)} MB`],
    ["hourly figures", `${figures.rows.toLocaleString("en")}, ${perRow(figures)}`],
    ["… on disk", size(figures)],
    ["claims", `${claims.rows.toLocaleString("en")}, ${size(claims)}`],
    ["all other tables", gigabytes(rest.reduce((all, one) => all + one.bytes + one.indexes, 0))],
  ];
}

/** The present day's partition, and how often the server did it by itself. */
async function vacuumed({ db }: WatchedDatabase, nowMs: number): Promise<string[][]> {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll("-", "");
  const beganMs = performance.now();
  await sql`vacuum (analyze) ${sql.table(`observations_${day}`)}`.execute(db);
  const elapsedMs = performance.now() - beganMs;
  const { rows } = await sql<{ vacuums: number; dead: number }>`
    select sum(autovacuum_count) as vacuums, sum(n_dead_tup) as dead from pg_stat_user_tables
    where relname ~ '^observations_'`.execute(db);
  return [
    ["the partition of the present day", `${elapsedMs.toFixed(0)} ms`],
    ["autovacuum runs on partitions", String(rows[0]?.vacuums)],
    ["dead rows in partitions", String(rows[0]?.dead)],
  ];
}

function print(rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${markdownTable(rows)}\n\n`);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`;
}
