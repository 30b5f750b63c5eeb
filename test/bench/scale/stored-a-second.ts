import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";
import { treeProcessorSeconds } from "../../kit/processes.ts";
import { startPostgresql } from "../../support/databases/postgresql.ts";
import { startFaultyProxy } from "../../support/servers/faulty-proxy.ts";
import type { Storing } from "./prober-storing.ts";
import { recordRuns } from "#probes/results/recorder.ts";
import { checkIdOf, PERIOD_MS, runOf } from "./runs.ts";

const CHECKS = 800;
const CHECKS_OF_COMPONENT = 4;
/** What a prober with 6,000 checks a minute gathers in a second. */
const BATCH = 100;
/** For so long at least; slots are stored to their end. */
const MEASURED_MS = 5_000;

/** How many probers store at once, and how far away they are: what a piece of what they say takes to arrive. */
const CASES = [
  { probers: 1, awayMs: 0 },
  { probers: 4, awayMs: 0 },
  { probers: 1, awayMs: 20 },
  { probers: 4, awayMs: 20 },
];

/** A server as it is set up for what must not be lost: a commit waits for the disk. */
const settings = ["fsync=on", "synchronous_commit=on", "shared_buffers=1GB", "max_wal_size=4GB"];

export const STORED_HEAD = [
  "probers that store",
  "away",
  "results a second",
  "processor for each: server",
  "probers",
];

/** Lets probers, each a process, store as many results in one database as they can; rows of how many that are. */
export async function storedASecond(): Promise<string[][]> {
  await using server = await startPostgresql(settings);
  const rows: string[][] = [];
  for (const one of CASES) {
    const url = new URL(await server.createDatabase());
    await using proxy = await startFaultyProxy(Number(url.port));
    const serverPid = await prepare(url.href, one.probers);
    if (one.awayMs > 0) {
      url.port = String(proxy.port);
      proxy.slowDown(one.awayMs);
    }
    const measured = await measure(url.href, serverPid, one.probers);
    rows.push([`${one.probers}`, `${one.awayMs} ms`, ...measured]);
  }
  return rows;
}

const startMs = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS;

/** Writes checks and probers; returns the pid of the server. */
async function prepare(url: string, probers: number): Promise<number> {
  await using database = await openStatusDatabase({ url, dataDirectory: "" });
  const { db } = database;
  await makePartitionsAhead(db, startMs);
  await sql`
    insert into components (id, name, description, position, showcase, only_show_if_degraded, created_at)
    select 'component-' || number, '{"en": "Component"}', '{"en": ""}', number, true, false, now()
    from generate_series(1, ${sql.lit(CHECKS / CHECKS_OF_COMPONENT)}) number`.execute(db);
  await sql`
    insert into checks (id, component_id, kind, period_seconds, impact)
    select 'check-' || number, 'component-' || (number - 1) / ${sql.lit(CHECKS_OF_COMPONENT)} + 1, 'http',
      ${sql.lit(PERIOD_MS / 1000)}, 'major_outage'
    from generate_series(1, ${sql.lit(CHECKS)}) number`.execute(db);
  for (let index = 0; index < probers; index += 1) {
    const location = locationOf(index);
    const at = new Date(startMs);
    await db
      .insertInto("probers")
      .values({ id: `prober-${location}`, location, started_at: at, last_seen_at: at })
      .execute();
  }
  // The first slot begins the history of each component, which comes once.
  for (let index = 0; index < probers; index += 1) {
    for (let done = 0; done < CHECKS; done += BATCH) {
      const runs = Array.from({ length: BATCH }, (_, at) =>
        runOf(checkIdOf(done + at), startMs, locationOf(index)),
      );
      await recordRuns(db, runs, startMs + PERIOD_MS / 2);
    }
  }
  await sql`analyze`.execute(db);
  return await pidOfServer(db);
}

/** Every session is a child of the server. */
async function pidOfServer(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::integer as pid`.execute(db);
  return rows[0]!.pid;
}

async function measure(url: string, serverPid: number, probers: number): Promise<string[]> {
  const children = Array.from({ length: probers }, (_, index) => {
    const options: Storing = {
      url,
      location: locationOf(index),
      from: Math.floor((index * CHECKS) / probers),
      checks: CHECKS,
      batch: BATCH,
    };
    return fork(path.join(import.meta.dirname, "prober-storing.ts"), [JSON.stringify(options)]);
  });
  try {
    await Promise.all(children.map(answerOf));
    let slotMs = startMs;
    const storeSlot = async (): Promise<void> => {
      slotMs += PERIOD_MS;
      await Promise.all(
        children.map((child) => {
          child.send(slotMs);
          return answerOf(child);
        }),
      );
    };
    await storeSlot();
    const pids = [serverPid, ...children.map(({ pid }) => pid!)];
    const used = () => Promise.all(pids.map(treeProcessorSeconds));
    const before = await used();
    const beganMs = performance.now();
    let results = 0;
    while (performance.now() - beganMs < MEASURED_MS) {
      await storeSlot();
      results += CHECKS * probers;
    }
    const took = performance.now() - beganMs;
    const after = await used();
    const [ofServer = 0, ...ofProbers] = after.map(
      (seconds, index) => (1e3 * (seconds - before[index]!)) / results,
    );
    return [
      ((1e3 * results) / took).toFixed(0),
      `${ofServer.toFixed(3)} ms`,
      `${ofProbers.reduce((sum, one) => sum + one, 0).toFixed(3)} ms`,
    ];
  } finally {
    await Promise.all(children.map(ended));
  }
}

/** Resolves with the next message of a prober; rejects when it ends instead. */
async function answerOf(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (): void => reject(new Error("a prober ended before it had stored all"));
  child.once("exit", fail);
  child.once("message", () => {
    child.off("exit", fail);
    resolve();
  });
  await promise;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, "exit");
  if (child.connected) child.disconnect();
  await gone;
}

function locationOf(index: number): string {
  return `location-${index + 1}`;
}
