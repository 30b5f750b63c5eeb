import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";

import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect } from "vitest";
import { longDescribe, longTest, runsShort, shortTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { ConfigError } from "#runtime/settings.ts";
import { startStatusApi } from "#status-api/server.ts";

import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { moveRevision, writeOperationalHour } from "../../support/status-api/status-history.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const minuteMs = 60_000;
const logger = pino({ level: "silent" });

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

if (runsShort)
  if (runsShort)
    describeWithPostgresql("a status API whose database goes away", (server) => {
      shortTest("goes on serving what it knew, says how old that is, and catches up", async () => {
        await using home = await temporaryDirectory("status-api");
        await using database = await openStatusDatabase({
          url: await server().createDatabase(),
          dataDirectory: home.path,
        });
        const { db } = database;
        let clockMs = Date.now();
        await writeOperationalHour(db, clockMs, clockMs + 10 * minuteMs);
        await using api = await startStatusApi({
          db,
          host: "127.0.0.1",
          port: 0,
          logger,
          nowMs: () => clockMs,
        });
        const statusUrl = `${api.url}/api/v2/status.json`;
        const known = await textOf(statusUrl);
        const databaseState = async () =>
          JSON.parse(await textOf(`${api.url}/readyz`)).database as string;

        await server().stop();
        await eventually("the fault is noticed", async () => (await databaseState()) === "away");
        clockMs += 5 * minuteMs;
        expect(await textOf(statusUrl)).toBe(known);
        expect((await fetch(statusUrl)).headers.get("x-data-age-seconds")).toBe("300");
        expect(await textOf(`${api.url}/`)).toContain("This status is 5 min old");
        expect(JSON.parse(await textOf(`${api.url}/page.json`))).toMatchObject({
          databaseAway: true,
        });

        await server().start();
        await moveRevision(db, clockMs);
        await eventually("it catches up", async () => (await databaseState()) === "ok");
        await eventually("the document moves on", async () => (await textOf(statusUrl)) !== known);
        expect(await textOf(`${api.url}/`)).not.toMatch(/This status is \d/);
      });
    });

longDescribe("a status API with the embedded database", () => {
  let home: TemporaryDirectory;
  beforeEach(async () => void (home = await temporaryDataDirectory("status")));
  afterEach(() => home[Symbol.asyncDispose]());

  longTest(
    "says what it knew after the database was closed, and calls components unknown once their checks end",
    async () => {
      await using database = await openStatusDatabase({ dataDirectory: home.path });
      const { db } = database;
      let clockMs = Date.now();
      await writeOperationalHour(db, clockMs, clockMs + 3 * minuteMs);
      await using api = await startStatusApi({
        db,
        host: "127.0.0.1",
        port: 0,
        logger,
        nowMs: () => clockMs,
      });
      const indicator = async () =>
        JSON.parse(await textOf(`${api.url}/api/v2/status.json`)).status.indicator as string;
      expect(await indicator()).toBe("none");

      clockMs += 10 * minuteMs;
      await eventually("silence is noticed", async () => (await indicator()) === "unknown");
      expect(await textOf(`${api.url}/`)).toContain("The monitor has not reported for 10 min");

      clockMs -= 10 * minuteMs;
      await eventually(
        "a clock that was wrong is forgotten",
        async () => (await indicator()) === "none",
      );
      clockMs += 10 * minuteMs;
      await eventually("silence is noticed again", async () => (await indicator()) === "unknown");

      await database.close();
      await eventually("the fault is noticed", async () =>
        (await textOf(`${api.url}/readyz`)).includes("away"),
      );
      expect(await indicator()).toBe("unknown");
    },
  );

  longTest(
    "goes on serving when its history cannot be read, and calls that an error, not an outage",
    async () => {
      await using database = await openStatusDatabase({ dataDirectory: home.path });
      const { db } = database;
      const nowMs = Date.now();
      await writeOperationalHour(db, nowMs, nowMs + 10 * minuteMs);
      const logged: string[] = [];
      await using api = await startStatusApi({
        db,
        host: "127.0.0.1",
        port: 0,
        logger: pino({ level: "warn" }, { write: (line) => void logged.push(line) }),
        nowMs: () => nowMs,
      });
      const known = await textOf(`${api.url}/api/v2/status.json`);
      await sql`alter table component_groups rename column position to place`.execute(db);
      await moveRevision(db, nowMs);
      const errors = async () =>
        Number(/^status_read_errors_total (\d+)$/m.exec(await textOf(`${api.url}/metrics`))?.[1]);
      await eventually("the error is counted", async () => (await errors()) > 0);
      expect(logged.join("")).toContain("the history cannot be read");
      expect(logged.join("")).toContain('position\\" does not exist');
      expect(logged.join("")).not.toContain("away");
      expect(await textOf(`${api.url}/readyz`)).toContain('"database":"ok"');
      expect(await textOf(`${api.url}/api/v2/status.json`)).toBe(known);
      expect(JSON.parse(await textOf(`${api.url}/page.json`))).toMatchObject({
        databaseAway: false,
      });

      await sql`alter table incidents rename column impact to gravity`.execute(db);
      const old = await fetch(`${api.url}/api/v2/incidents/none.json`);
      expect(old.status).toBe(500);
      expect(logged.join("")).toContain("a request could not be answered");
    },
  );

  longTest("calls it an error, not an outage, when its subscribers cannot be read", async () => {
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const { db } = database;
    const logged: string[] = [];
    await sql`alter table outbox rename column due_at to due`.execute(db);
    await using api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      logger: pino({ level: "warn" }, { write: (line) => void logged.push(line) }),
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: undefined,
        webhooks: { allowPrivate: true },
      },
    });
    const errors = async () =>
      Number(/^notification_errors_total (\d+)$/m.exec(await textOf(`${api.url}/metrics`))?.[1]);
    await eventually("errors are counted", async () => (await errors()) > 1);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("subscribers cannot be notified");
    expect(logged[0]).toContain("column o.due_at does not exist");
    expect(logged[0]).not.toContain("the database is back");
  });

  longTest(
    "has its first snapshot when it listens; at its end it says so first, and finishes what is in flight",
    async () => {
      await using database = await openStatusDatabase({ dataDirectory: home.path });
      const nowMs = Date.now();
      await writeOperationalHour(database.db, nowMs, nowMs);
      const adminToken = "a-token-of-the-test";
      await using api = await startStatusApi({
        db: database.db,
        host: "127.0.0.1",
        port: 0,
        logger,
        adminToken,
        drainSeconds: 1,
      });
      expect(await textOf(`${api.url}/readyz`)).toContain('"status":"ok"');
      const { hostname, port } = new URL(api.url);
      const silent = connect(Number(port), hostname);
      await once(silent, "connect");
      const body = JSON.stringify({ title: "" });
      const change = request(`${api.url}/admin/v1/incidents`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${adminToken}`,
          "content-type": "application/json",
          "content-length": body.length,
        },
      });
      await new Promise<void>((resolve) => change.write(body.slice(0, 5), () => resolve()));

      const stopped = api.stop();
      const draining = await fetch(`${api.url}/readyz`);
      expect([draining.status, await draining.json()]).toEqual([503, { status: "draining" }]);
      const page = await fetch(`${api.url}/`);
      expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
      await page.arrayBuffer();
      await once(silent, "close");
      await expect(fetch(`${api.url}/readyz`)).rejects.toThrow("fetch failed");
      change.end(body.slice(5));
      const [answer] = (await once(change, "response")) as [IncomingMessage];
      expect(answer.statusCode).toBeLessThan(500);
      answer.resume();
      await stopped;
    },
  );

  longTest("names the port that is taken, and starts nothing", async () => {
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    await using first = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      logger,
    });
    const port = Number(new URL(first.url).port);
    await expect(
      startStatusApi({ db: database.db, host: "127.0.0.1", port, logger }),
    ).rejects.toThrow(
      new ConfigError(
        `STATUS_PORT is ${port}, which another program uses on 127.0.0.1; it takes a free port`,
      ),
    );
  });

  longTest("says how to build a page that is not built", async () => {
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const options = {
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      logger,
      pageBuildDirectory: home.path,
    };
    await expect(startStatusApi(options)).rejects.toThrow(/npm run build/);
  });
});
