import { MINUTE_MS } from "#units/time.ts";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { isDatabaseAway } from "#database/database-away.ts";
import { readMigrations } from "#database/migrate.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { loadOldDatabase } from "../../support/databases/old-databases.ts";
import type { System } from "../../support/databases/embedded-database.ts";
import { projectRoot } from "../../support/program.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedUnmigratedDatabase } from "../../support/shared/shared.ts";

const WRITES_AFTERWARDS = 20;
const firstSlotMs = Date.parse("2026-11-21T10:00:00Z");

/** One transaction of a program of dc44328. */
type Write = (client: pg.Client, turn: number) => Promise<unknown>;

/** A prober's result: it waits for all others at the revision first, and writes of the component last. */
const observation: Write = async (client, turn) => {
  await client.query("update revision set number = number + 1, changed_at = now()");
  const slot = new Date(firstSlotMs + turn * MINUTE_MS);
  await client.query(
    `insert into observations (check_id, location, slot, attempt, prober, started_at, duration_ms, result, reason, message,
       phases, measures, counted, retried)
     values ('web-check', 'istanbul', $1, 1, 'an-older-prober', $1, 5, 'ok', null, null, '{"connect": 1}', '{}', true, false)`,
    [slot],
  );
  await client.query("update components set known_until = $1 where id = 'web'", [slot]);
};

/** A replica's request that is charged. */
const usage: Write = (client, turn) =>
  client.query(
    `insert into usage_days (key_id, product, day, account_id, requests, audio_seconds, characters)
     select id, 'speech', date '2027-01-01' + $1::integer, account_id, 1, 0, 7 from api_keys order by id limit 1`,
    [turn],
  );

interface Writer {
  /** The turns whose commit was acknowledged. */
  readonly acknowledged: readonly number[];
  readonly faults: readonly unknown[];
  stop(): Promise<void>;
}

/** Writes again and again until it is stopped. */
async function startWriter(url: string, write: Write): Promise<Writer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const acknowledged: number[] = [];
  const faults: unknown[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      try {
        await client.query("begin");
        await write(client, turn);
        await client.query("commit");
        acknowledged.push(turn);
      } catch (error) {
        faults.push(error);
        await client.query("rollback");
      }
      await sleep(2);
    }
  })();
  return {
    acknowledged,
    faults,
    async stop() {
      isStopped = true;
      await writing;
      await client.end();
    },
  };
}

async function rowsOf(url: string, query: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(query)).rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

const systems = [
  {
    system: "status",
    open: openStatusDatabase,
    write: observation,
    written: `select (extract(epoch from slot) * 1000)::float8 as value from observations
      where prober = 'an-older-prober' order by slot`,
    valueOf: (turn: number) => firstSlotMs + turn * MINUTE_MS,
  },
  {
    system: "service",
    open: openServiceDatabase,
    write: usage,
    written: `select day - date '2027-01-01' as value from usage_days
      where day >= '2027-01-01' order by day`,
    valueOf: (turn: number) => turn,
  },
] as const;

/** The names of all migrations of today. */
function migrationsOf(system: System): readonly string[] {
  return Object.keys(readMigrations(path.join(projectRoot, "migrations", system))).toSorted();
}

describeOnPostgresql("an upgrade", () => {
  longTest.for(systems)(
    "of the $system database by two programs at once loses nothing that an older one writes meanwhile",
    async ({ system, open, write, written, valueOf }) => {
      const url = await sharedUnmigratedDatabase();
      const place = { url, dataDirectory: "unused" };
      await loadOldDatabase(system, place);
      const writer = await startWriter(url, write);
      await eventually("the older program writes", () => writer.acknowledged.length > 5);
      const opened = await Promise.all([open(place), open(place)]);
      try {
        const before = writer.acknowledged.length;
        await eventually(
          "it goes on",
          () => writer.acknowledged.length > before + WRITES_AFTERWARDS,
        );
      } finally {
        await writer.stop();
        await Promise.all(opened.map((database) => database.close()));
      }
      expect(writer.faults.filter((fault) => !isDatabaseAway(fault))).toEqual([]);
      expect(await rowsOf(url, written)).toEqual(writer.acknowledged.map(valueOf));
      expect(await rowsOf(url, "select name as value from kysely_migration order by name")).toEqual(
        migrationsOf(system),
      );
    },
  );

  shortTest("is not given up when it and an older program each wait for the other", async () => {
    const url = await sharedUnmigratedDatabase();
    const place = { url, dataDirectory: "unused" };
    await loadOldDatabase("status", place);
    const older = new pg.Client({ connectionString: url });
    await older.connect();
    // The server ends whoever waited for a second first and finds it: let it be the upgrade.
    await older.query("set deadlock_timeout = '1min'");
    await older.query("begin");
    await older.query("update revision set number = number + 1");
    const opening = openStatusDatabase(place);
    await eventually("the upgrade waits for the revision", async () => {
      const waiting = await rowsOf(
        url,
        `select 1 as value from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and not granted`,
      );
      return waiting.length > 0;
    });
    await older.query("update components set known_until = now() where id = 'web'");
    await older.query("commit");
    await older.end();
    await using database = await opening;
    expect(database.system).toBe("server");
    expect(await rowsOf(url, "select name as value from kysely_migration order by name")).toEqual(
      migrationsOf("status"),
    );
  });
});
