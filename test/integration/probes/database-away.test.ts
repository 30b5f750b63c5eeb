import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { DatabasePresence } from "../../../probes/spool/database-presence.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { statusesNow } from "../../support/probes/scripted-probing.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type StubSpeechService,
  startStubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { startFaultyProxy } from "../../support/servers/faulty-proxy.ts";
import { startSwallowingProxy } from "../../support/servers/swallowing-proxy.ts";
import { startTcpServer } from "../../support/servers/tcp-server.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";
import { TestNotifier } from "../../support/status-api/test-notifier.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";

describeWithPostgresql("a prober whose database goes away", (server) => {
  let home: TemporaryDirectory;
  let stub: StubSpeechService;
  let clock: TestClock;
  let metrics: ProberMetrics;
  let url: string;
  let database: OpenDatabase<StatusDatabase>;
  let monitor: Prober | undefined;

  beforeAll(async () => void (stub = await startStubSpeechService()));
  afterAll(() => stub[Symbol.asyncDispose]());
  beforeEach(async () => {
    home = await temporaryDirectory("away");
    clock = new TestClock();
    url = await server().createDatabase();
  });
  afterEach(async () => {
    stub.fault = undefined;
    await monitor?.stop();
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  async function start({ serviceUrl = stub.url, control = "" } = {}): Promise<Prober> {
    metrics = new ProberMetrics("local");
    monitor = await startProber({
      db: database.db,
      configuration: await monitorFileForStub(home.path, serviceUrl, (text) =>
        text.replace("controls: []", `controls: [${control}]`),
      ),
      apiKey: "sk_stub",
      account: { email: "probe@localhost", password: "stub" },
      location: "local",
      dataDirectory: home.path,
      metrics,
      log: pino({ enabled: false }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
      stallWatch: neverStalled,
    });
    return monitor;
  }

  /** Slots with a result of each check, in minutes since the first, without those a stop may have cut off. */
  async function gaps(): Promise<string[]> {
    const rows = await database.db
      .selectFrom("observations")
      .innerJoin("checks", "checks.id", "observations.check_id")
      .select(["check_id", "slot", "period_seconds"])
      .where("counted", "=", true)
      .orderBy("check_id")
      .orderBy("slot")
      .execute();
    return rows.flatMap((row, index) => {
      const before = rows[index - 1];
      if (before?.check_id !== row.check_id) return [];
      const passedMs = row.slot.getTime() - before.slot.getTime();
      return passedMs === row.period_seconds * 1000
        ? []
        : `${row.check_id} ${passedMs} ms until ${row.slot.toISOString()}`;
    });
  }

  async function gauge(name: string): Promise<number> {
    const text = await metrics.registry.metrics();
    return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  }

  function throughProxy(address: string, { port }: { readonly port: number }): string {
    const through = new URL(address);
    through.port = String(port);
    return through.href;
  }

  async function intervals(): Promise<string[]> {
    const rows = await database.db
      .selectFrom("component_states")
      .select(["component_id", "status", "from_at"])
      .where("component_id", "=", "web")
      .orderBy("from_at")
      .execute();
    return rows.map(({ status }) => status);
  }

  longTest("goes on probing, loses nothing, and dates an outage to when it was", async () => {
    database = await openStatusDatabase({ url, dataDirectory: home.path });
    await using outside = await startTcpServer(() => {});
    const control = `{ id: outside, kind: tcp, host: 127.0.0.1, port: ${outside.port}, expect: pass }`;
    const running = await start({ control });
    const idle = () => running.idle();
    await idle();
    await clock.pass(60, idle);
    await server().stop();
    await clock.pass(60, idle);
    stub.fault = "breaks_connections";
    await clock.pass(150, idle);
    stub.fault = undefined;
    await clock.pass(330, idle);
    expect(await gauge("probe_database_up")).toBe(0);
    expect(await gauge("probe_spooled_results")).toBeGreaterThan(9 * 8);
    expect(await gauge("probe_spool_age_seconds")).toBeGreaterThan(8 * 60);

    await server().start();
    await clock.pass(20, idle);
    expect(await gauge("probe_database_up")).toBe(1);
    expect(await gauge("probe_spooled_results")).toBe(0);
    expect(await metrics.registry.metrics()).not.toMatch(/^probe_lost_results_total.* [^0]/m);
    await clock.pass(60, idle);
    expect(await gaps()).toEqual([]);
    expect(await intervals()).toEqual(["operational", "major_outage", "operational"]);
    expect(new Set(Object.values(await statusesNow(database.db)))).toEqual(
      new Set(["operational"]),
    );
    const incidents = await database.db.selectFrom("incidents").selectAll().execute();
    expect(incidents).toMatchObject([{ status: "resolved", impact: "critical" }]);
  });

  longTest("and everything else with it publishes no outage", async () => {
    await using notifier = await TestNotifier.open({ url, dataDirectory: home.path });
    const endNotification = await notifier.begin();
    await writeSubscriber(notifier.db, "webhook", `${notifier.receiver.url}/hook`);
    await writeSubscriber(notifier.db, "email", "ada@example.org");
    await using toDatabase = await startFaultyProxy(Number(new URL(url).port));
    await using toService = await startFaultyProxy(Number(new URL(stub.url).port));
    database = await openStatusDatabase({
      url: throughProxy(url, toDatabase),
      dataDirectory: home.path,
    });
    const running = await start({ serviceUrl: throughProxy(stub.url, toService).slice(0, -1) });
    const idle = () => running.idle();
    await idle();
    await clock.pass(61, idle);

    const lostMs = clock.nowMs;
    for (const proxy of [toService, toDatabase]) proxy.cut();
    await clock.pass(10 * 60, idle);
    expect(await gauge("probe_database_up")).toBe(0);
    for (const proxy of [toService, toDatabase]) proxy.comeBack();
    await clock.pass(130, idle);
    expect(await gauge("probe_spooled_results")).toBe(0);
    expect(await gaps()).toEqual([]);

    const lost = await database.db
      .selectFrom("observations")
      .select(["result", "reason"])
      .distinct()
      .where("started_at", ">", new Date(lostMs))
      .where("result", "!=", "ok")
      .execute();
    expect(lost).toEqual([{ result: "prober_error", reason: "prober_offline" }]);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^probe_slots_total\{.*result="prober_error"\} [1-9]/m);
    expect(text).not.toMatch(/^probe_slots_total\{.*result="failed"\} [1-9]/m);
    expect(await intervals()).toEqual(["operational", "unknown", "operational"]);
    expect(await database.db.selectFrom("incidents").selectAll().execute()).toEqual([]);
    notifier.clockMs = clock.nowMs;
    await notifier.tell(5 * 60_000);
    expect(notifier.receiver.received).toEqual([]);
    expect(notifier.mailServer.mails).toEqual([]);
    await endNotification();
  });

  shortTest(
    "is asked for when something fails, and known to have been away once it is back",
    async () => {
      await using proxy = await startFaultyProxy(Number(new URL(url).port));
      database = await openStatusDatabase({
        url: throughProxy(url, proxy),
        dataDirectory: home.path,
      });
      const presence = new DatabasePresence({
        db: database.db,
        metrics: new ProberMetrics("local"),
        log: pino({ enabled: false }),
        now: clock.now,
      });
      expect(await presence.wasAwaySince(performance.now())).toBe(false);
      const begunMs = performance.now();
      proxy.cut();
      expect(await presence.wasAwaySince(begunMs)).toBe(true);
      expect(presence.isUp).toBe(false);
      proxy.comeBack();
      presence.noteBack();
      expect(presence.isUp).toBe(true);
      expect(await presence.wasAwaySince(begunMs)).toBe(true);
      expect(await presence.wasAwaySince(performance.now())).toBe(false);
    },
  );

  longTest("that is not there at the start is waited for while checks run", async () => {
    database = await openStatusDatabase({ url, dataDirectory: home.path });
    await server().stop();
    const running = await start();
    await running.idle();
    expect(await gauge("probe_database_up")).toBe(0);
    expect(await gauge("probe_spooled_results")).toBeGreaterThan(0);
    await clock.pass(240, () => running.idle());
    await server().start();
    await clock.pass(70, () => running.idle());
    expect(await gauge("probe_spooled_results")).toBe(0);
    expect(await gaps()).toEqual([]);
    expect(await intervals()).toEqual(["operational"]);
    const [prober] = await database.db.selectFrom("probers").selectAll().execute();
    expect(prober?.started_at).toEqual(new Date(clock.nowMs - 310_000));
  });

  longTest("that is killed meanwhile leaves its results to the next start", async () => {
    database = await openStatusDatabase({ url, dataDirectory: home.path });
    const first = await start();
    await first.idle();
    await server().stop();
    await clock.pass(240, () => first.idle());
    await first.stop();
    await server().start();

    const second = await start();
    await second.idle();
    await clock.pass(60, () => second.idle());
    expect(await gaps()).toEqual([]);
    expect(await intervals()).toEqual(["operational"]);
  });

  longTest("does not wait for a server that vanished without a word", async () => {
    await using proxy = await startSwallowingProxy(Number(new URL(url).port));
    database = await openStatusDatabase({
      url: throughProxy(url, proxy),
      dataDirectory: home.path,
    });
    const running = await start();
    await running.idle();
    await clock.pass(28, () => running.idle());
    proxy.vanish();
    // What is under way waits for seconds, what follows does not ask any more.
    await clock.pass(20, () => running.idle());
    expect(await gauge("probe_database_up")).toBe(0);
    expect(await gauge("probe_spooled_results")).toBeGreaterThan(0);

    proxy.comeBack();
    // Connections that the server vanished from are silent for ever, and found out by that.
    await eventually(
      "the database is found again",
      async () => {
        await clock.pass(6, () => running.idle());
        return (await gauge("probe_spooled_results")) === 0;
      },
      45_000,
    );
    expect(await gaps()).toEqual([]);
  });
});
