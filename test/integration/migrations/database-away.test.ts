import { sql } from "kysely";
import { expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { isDatabaseAway } from "#database/database-away.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { within } from "#database/within.ts";

import {
  describeWithEveryDatabase,
  describeWithPostgresql,
} from "../../support/databases/every-database.ts";
import {
  embeddedProcess,
  temporaryDataDirectory,
} from "../../support/databases/embedded-database.ts";
import { startSwallowingProxy } from "../../support/servers/swallowing-proxy.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeDefined();
  return error;
}

/** Statements that fail however often they are tried. */
const wrong = {
  "names a column that is not there": sql`select no_such_column from revision`,
  "names a table that is not there": sql`select 1 from no_such_table`,
  "is not SQL": sql`select from where`,
  "compares what cannot be compared": sql`select 1 from revision where changed_at = 7`,
  "breaks a constraint": sql`insert into revision (id, number, changed_at) values (65, 0, now())`,
  "writes twice what is unique": sql`insert into revision (id, number, changed_at) values (1, 0, now())`,
};

describeWithEveryDatabase("a database that is there", (empty) => {
  shortTest("is not away for a statement that is wrong", async () => {
    await using database = await openStatusDatabase(await empty());
    for (const [what, statement] of Object.entries(wrong)) {
      const error = await errorOf(statement.execute(database.db));
      expect({ what, isAway: isDatabaseAway(error) }).toEqual({ what, isAway: false });
    }
    const missing = database.db.selectFrom("page").selectAll().executeTakeFirstOrThrow();
    expect(isDatabaseAway(await errorOf(missing))).toBe(false);
  });

  longTest("is away once it is closed", async () => {
    const database = await openStatusDatabase(await empty());
    const { db } = database;
    await database.close();
    expect(isDatabaseAway(await errorOf(sql`select 1`.execute(db)))).toBe(true);
  });
});

longTest(
  "an embedded database whose process ends is away, and there again with all that was written",
  async () => {
    await using home = await temporaryDataDirectory("status");
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const { db } = database;
    await db.updateTable("revision").set({ number: 7 }).execute();
    const failure = errorOf(sql`select pg_sleep(60)`.execute(db));
    process.kill(await embeddedProcess(home.path, "status"), "SIGKILL");
    expect(isDatabaseAway(await failure)).toBe(true);
    const kept = await db.selectFrom("revision").select("number").executeTakeFirstOrThrow();
    expect(kept.number).toBe(7);
  },
);

describeWithPostgresql("a server", (server) => {
  const open = async (url: string) => {
    const home = await temporaryDirectory("away");
    const database = await openStatusDatabase({ url, dataDirectory: home.path });
    return {
      db: database.db,
      async [Symbol.asyncDispose]() {
        await database.close();
        await home[Symbol.asyncDispose]();
      },
    };
  };

  shortTest("that ends a connection in the middle of a statement is away", async () => {
    await using victim = await open(await server().createDatabase());
    const sleeping = errorOf(sql`select pg_sleep(60)`.execute(victim.db));
    let ended = 0;
    while (ended === 0) {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(
        victim.db,
      );
      ended = rows.length;
    }
    expect(isDatabaseAway(await sleeping)).toBe(true);
  });

  longTest("that lets nobody in is away", async () => {
    const url = await server().createDatabase();
    await using database = await open(url);
    const name = new URL(url).pathname.slice(1);
    await using other = await open(await server().createDatabase());
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(other.db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
      other.db,
    );
    await errorOf(sql`select 1`.execute(database.db));
    expect(isDatabaseAway(await errorOf(sql`select 1`.execute(database.db)))).toBe(true);
  });

  shortTest("that hangs is away", async () => {
    const url = new URL(await server().createDatabase());
    await using proxy = await startSwallowingProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await open(url.href);
    await sql`select 1`.execute(database.db);
    proxy.vanish();
    const error = await errorOf(within(200, sql`select 1`.execute(database.db)));
    expect(isDatabaseAway(error)).toBe(true);
    proxy.comeBack();
    await proxy[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  shortTest("that is stopped is away, and refuses connections then", async () => {
    await using database = await open(await server().createDatabase());
    await sql`select 1`.execute(database.db);
    await server().stop();
    for (let tried = 0; tried < 3; tried += 1) {
      expect(isDatabaseAway(await errorOf(sql`select 1`.execute(database.db)))).toBe(true);
    }
    await server().start();
    await sql`select 1`.execute(database.db);
  });
});
