import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { freePort } from "../../support/free-port.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { TestClock } from "../../support/test-clock.ts";
import { statusesNow } from "../../support/probes/scripted-probing.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type StubSpeechService,
  startStubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { startTcpServer } from "../../support/servers/tcp-server.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const everything = ["stt-file", "stt-stream", "tts", "web", "docs", "dashboard", "demo"];
const outOf = (status: string): Record<string, string> =>
  Object.fromEntries(everything.map((id) => [id, status]));

/** A component in the form of monitor.yaml, to stand before all others. */
function statusPageComponent(url: string): string {
  return [
    "  - id: page",
    "    name: Page",
    "    checks:",
    `      - { id: status-page, kind: http, url: ${url}/docs }\n`,
  ].join("\n");
}

describeWithOneDatabase("a monitor", (empty) => {
  let home: TemporaryDirectory;
  let status: OpenDatabase<StatusDatabase>;
  let stub: StubSpeechService;
  let clock: TestClock;
  let metrics: ProberMetrics;
  const monitors: Prober[] = [];
  beforeAll(async () => {
    home = await temporaryDirectory("monitor");
    status = await openStatusDatabase(await empty());
  });
  afterAll(async () => {
    await status.close();
    await home[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    stub = await startStubSpeechService();
    clock = new TestClock();
    metrics = new ProberMetrics("local");
  });
  afterEach(async () => {
    for (const monitor of monitors.splice(0)) await monitor.stop();
    await stub[Symbol.asyncDispose]();
  });

  async function start(control?: string): Promise<Prober> {
    const monitor = await startProber({
      db: status.db,
      configuration: await monitorFileForStub(home.path, stub.url, (text) =>
        control === undefined ? text : text.replace("controls: []", `controls: [${control}]`),
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
    });
    monitors.push(monitor);
    return monitor;
  }

  async function slotsOf(checkId: string): Promise<number[]> {
    const rows = await status.db
      .selectFrom("observations")
      .select("slot")
      .where("check_id", "=", checkId)
      .where("counted", "=", true)
      .orderBy("slot")
      .execute();
    return rows.map(({ slot }) => slot.getTime());
  }

  async function statusesEver(): Promise<string[]> {
    const rows = await status.db.selectFrom("component_states").select("status").execute();
    return [...new Set(rows.map((row) => row.status))].toSorted();
  }

  async function reasonsOfFailures(): Promise<(string | null)[]> {
    const rows = await status.db
      .selectFrom("observations")
      .select("reason")
      .distinct()
      .where("result", "!=", "ok")
      .execute();
    return rows.map((row) => row.reason);
  }

  shortTest("knows all components after its first round, which runs at once", async () => {
    const monitor = await start();
    await monitor.idle();
    expect(await statusesNow(status.db)).toEqual(outOf("operational"));
    expect(await metrics.registry.metrics()).toContain(
      'probe_success{component="stt-file",check="stt-file-round-trip",location="local"} 1',
    );
  });

  longTest(
    "finds an outage within three minutes, opens one incident, and resolves it",
    async () => {
      const monitor = await start();
      await monitor.idle();
      const idle = () => monitor.idle();
      await clock.pass(60, idle);
      stub.fault = "breaks_connections";
      await clock.pass(180, idle);
      expect(await statusesNow(status.db)).toEqual(outOf("major_outage"));
      const incidents = () => status.db.selectFrom("incidents").selectAll().execute();
      expect(await incidents()).toMatchObject([{ status: "investigating", impact: "critical" }]);

      stub.fault = undefined;
      await clock.pass(6 * 60, idle);
      expect(await statusesNow(status.db)).toEqual(outOf("operational"));
      expect(await incidents()).toMatchObject([{ status: "resolved" }]);
    },
  );

  longTest("turns stt-file away from operational when the transcript is wrong", async () => {
    const monitor = await start();
    await monitor.idle();
    stub.fault = "hears_wrong";
    await clock.pass(5 * 60, () => monitor.idle());
    const state = await status.db
      .selectFrom("component_states")
      .select(["status", "check_id", "reason"])
      .where("component_id", "=", "stt-file")
      .where("to_at", "is", null)
      .executeTakeFirst();
    expect(state).toEqual({
      status: "major_outage",
      check_id: "stt-file-round-trip",
      reason: "transcript_mismatch",
    });
    expect(await statusesNow(status.db)).toMatchObject({ tts: "operational", web: "operational" });
  });

  longTest("of two at one location runs each slot once", async () => {
    const [first, second] = [await start(), await start()];
    await clock.pass(3 * 60, async () => {
      await first.idle();
      await second.idle();
    });
    const runs = await status.db
      .selectFrom("observations")
      .select(["check_id", "slot", "prober"])
      .where("counted", "=", true)
      .execute();
    const slots = runs.map(({ check_id, slot }) => `${check_id} ${slot.toISOString()}`);
    expect(new Set(slots).size).toBe(slots.length);
    const claims = await status.db.selectFrom("slot_claims").selectAll().execute();
    expect(claims).toHaveLength(slots.length);
  });

  longTest("skips and counts the next slot of a check that is still running", async () => {
    const monitor = await start();
    await monitor.idle();
    stub.fault = "hangs";
    await clock.pass(121, () => Promise.resolve());
    stub.fault = undefined;
    const text = await metrics.registry.metrics();
    expect(text).toMatch(
      /probe_missed_slots_total\{component="web",check="web-page",[^}]*\} [12]\n/,
    );
  });

  longTest(
    "whose own network is cut reports nothing down, and then that it knows nothing",
    async () => {
      // An address where no other test listens: the port stays free once it is left.
      const host = "127.88.1.1";
      const outside = await startTcpServer(() => {}, undefined, undefined, host);
      const monitor = await start(
        `{ id: outside, kind: tcp, host: ${host}, port: ${outside.port}, expect: pass }`,
      );
      await monitor.idle();
      stub.fault = "breaks_connections";
      await outside[Symbol.asyncDispose]();
      await clock.pass(8 * 60, () => monitor.idle());
      expect(await statusesNow(status.db)).toEqual(outOf("unknown"));
      expect(await statusesEver()).toEqual(["operational", "unknown"]);
      expect(await reasonsOfFailures()).toEqual(["prober_offline"]);
      expect(await status.db.selectFrom("incidents").selectAll().execute()).toEqual([]);
    },
  );

  longTest("behind a captive portal that answers everything reports nothing down", async () => {
    const port = await freePort();
    const monitor = await start(
      `{ id: nowhere, kind: tcp, host: 127.0.0.1, port: ${port}, expect: fail }`,
    );
    await monitor.idle();
    await using _portal = await startTcpServer(() => {}, undefined, port);
    stub.fault = "answers_nonsense";
    await clock.pass(4 * 60, () => monitor.idle());
    expect(await statusesEver()).not.toContain("major_outage");
    expect(await reasonsOfFailures()).toEqual(["prober_intercepted"]);
    expect(await status.db.selectFrom("incidents").selectAll().execute()).toEqual([]);
  });

  longTest(
    "goes over to another configuration without a slot lost, run twice or begun anew",
    async () => {
      const monitor = await start();
      await monitor.idle();
      const idle = () => monitor.idle();
      await clock.pass(60, idle);
      const before = await monitorFileForStub(home.path, stub.url);
      const after = await monitorFileForStub(home.path, stub.url, (text) =>
        text
          .replace("- id: web-page", "- id: web-front")
          .replace("components:\n", `components:\n${statusPageComponent(stub.url)}`),
      );
      await monitor.reconfigure(after);
      // As long as the longest period.
      await clock.pass(300, idle);
      const stayed = before.checks.filter(({ id }) => id !== "web-page");
      const text = await metrics.registry.metrics();
      for (const { id, periodMs } of stayed) {
        const runs = await slotsOf(id);
        const gaps = runs.slice(1).map((slot, index) => slot - (runs[index] ?? 0));
        expect(new Set(gaps)).toEqual(new Set([periodMs]));
        expect(text).not.toMatch(new RegExp(`probe_missed_slots_total\\{.*check="${id}"`));
      }
      expect((await slotsOf("web-front")).length).toBeGreaterThanOrEqual(3);
      expect((await slotsOf("status-page")).length).toBeGreaterThanOrEqual(3);
      // Until it left the file: the first round, and the minute after it.
      expect((await slotsOf("web-page")).length).toBe(2);
      expect(text).not.toContain('check="web-page"');
      expect(await statusesNow(status.db)).toEqual({
        ...outOf("operational"),
        page: "operational",
      });
    },
  );

  shortTest(
    "stops at once while its checks hang, and runs their slots no second time",
    async () => {
      stub.fault = "hangs";
      const monitor = await start();
      while (stub.requestCount < everything.length)
        await new Promise((next) => setTimeout(next, 20));
      const startedMs = performance.now();
      await monitor.stop();
      expect(performance.now() - startedMs).toBeLessThan(5000);
      const observations = () => status.db.selectFrom("observations").select("check_id").execute();
      expect(await observations()).toEqual([]);

      stub.fault = undefined;
      const next = await start();
      await next.idle();
      expect(await observations()).toEqual([]);
      await clock.pass(120, () => next.idle());
      expect(await statusesNow(status.db)).toEqual(outOf("operational"));
    },
  );
});
