import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import type { Report } from "../../../probes/check/report.ts";
import { CheckFailure } from "../../../probes/check/report.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  intervalsOf,
  minuteMs,
  ScriptedProbing,
  startMs,
  statusesNow,
} from "../../support/probes/scripted-probing.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";

const twoHoursMs = 2 * 60 * minuteMs;

describeWithOneDatabase("a prober whose clock is wrong", (empty) => {
  let home: TemporaryDirectory;
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => {
    home = await temporaryDirectory("wrong-clock");
    status = await openStatusDatabase(await empty());
  });
  afterAll(async () => {
    await status.close();
    await home[Symbol.asyncDispose]();
  });
  let clock: TestClock;
  /** By how much the prober's clock is ahead of the database's, which is the test's. */
  let aheadMs: number;
  let isTargetDown: boolean;
  let runs: number;
  let metrics: ProberMetrics;
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    clock = new TestClock();
    [aheadMs, isTargetDown, runs] = [0, false, 0];
    metrics = new ProberMetrics("here");
  });

  function start(): Promise<Prober> {
    const { configuration } = new ScriptedProbing(status.db, [{ id: "web" }]);
    const look = async (): Promise<Report> => {
      runs += 1;
      if (isTargetDown) throw new CheckFailure("timeout", "no answer");
      return { result: "ok" };
    };
    const checks = configuration.checks.map((check) => ({ ...check, offsetMs: 5_000, run: look }));
    return startProber({
      db: status.db,
      configuration: { ...configuration, checks },
      apiKey: "",
      location: "here",
      dataDirectory: home.path,
      metrics,
      log: pino({ enabled: false }),
      now: () => clock.nowMs + aheadMs,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
      stallWatch: neverStalled,
    });
  }

  async function countAhead(): Promise<number> {
    const { db } = status;
    const now = new Date(clock.nowMs);
    const rows = [
      ...(await db
        .selectFrom("observations")
        .select("slot as at")
        .where("slot", ">", now)
        .execute()),
      ...(await db
        .selectFrom("slot_claims")
        .select("slot as at")
        .where("slot", ">", now)
        .execute()),
      ...(await db
        .selectFrom("component_states")
        .select("from_at as at")
        .where("from_at", ">", now)
        .execute()),
      ...(await db
        .selectFrom("incidents")
        .select("started_at as at")
        .where("updated_at", ">", now)
        .execute()),
      ...(await db
        .selectFrom("probers")
        .select("last_seen_at as at")
        .where("last_seen_at", ">", now)
        .execute()),
    ];
    return rows.length;
  }

  async function valueOf(series: string): Promise<number> {
    const lines = (await metrics.registry.metrics()).split("\n");
    return Number(
      lines
        .find((line) => line.startsWith(series))
        ?.split(" ")
        .at(-1),
    );
  }
  const unknownSlots =
    'probe_slots_total{component="web",check="web",location="here",result="prober_error"}';

  const wrongs: readonly [string, number][] = [
    ["two hours ahead", twoHoursMs],
    ["two hours behind", -twoHoursMs],
  ];
  test.each(casesOf(wrongs.slice(0, 1), wrongs.slice(1)))(
    "by %s for 100 s stores nothing meanwhile and blinds nobody",
    async (_what, wrongByMs) => {
      await using monitor = await start();
      const idle = () => monitor.idle();
      await idle();
      await clock.pass(61, idle);
      const runsBefore = runs;

      aheadMs = wrongByMs;
      isTargetDown = true;
      await clock.pass(100, idle);
      expect(runs).toBe(runsBefore);
      expect(await countAhead()).toBe(0);
      expect(await valueOf("probe_clock_difference_seconds")).toBe(wrongByMs / 1000);
      expect(await valueOf(unknownSlots)).toBeGreaterThan(0);

      aheadMs = 0;
      isTargetDown = false;
      await clock.pass(1, idle);
      expect(runs).toBe(runsBefore + 1);
      await clock.pass(60, idle);
      expect(await valueOf("probe_clock_difference_seconds")).toBe(0);
      expect(await intervalsOf(status.db, "web")).toEqual([expect.stringMatching(/^operational /)]);
      isTargetDown = true;
      await clock.pass(130, idle);
      expect(await statusesNow(status.db)).toEqual({ web: "major_outage" });
    },
  );

  shortTest(
    "from its start on writes no time of the future, and begins to probe once the clock is right",
    async () => {
      aheadMs = twoHoursMs;
      await using monitor = await start();
      const idle = () => monitor.idle();
      await idle();
      await clock.pass(30, idle);
      expect([runs, await countAhead()]).toEqual([0, 0]);
      aheadMs = 0;
      await clock.pass(61, idle);
      expect(await statusesNow(status.db)).toEqual({ web: "operational" });
    },
  );

  shortTest(
    "does not hide what is found afterwards, where an older version stored two hours ahead",
    async () => {
      const probing = new ScriptedProbing(status.db, [{ id: "web" }]);
      await probing.start();
      await probing.play({ web: "ooo" });
      probing.nowMs += twoHoursMs;
      await probing.play({ web: "ff" });
      expect(await statusesNow(status.db)).toEqual({ web: "major_outage" });
      probing.nowMs -= twoHoursMs;
      clock.nowMs = probing.nowMs;
      expect(await countAhead()).toBeGreaterThan(0);

      await probing.passTime();
      expect(await countAhead()).toBe(0);
      await probing.play({ web: "oooo" });
      expect(await statusesNow(status.db)).toEqual({ web: "operational" });
      const [incident, ...others] = await status.db.selectFrom("incidents").selectAll().execute();
      expect(others).toEqual([]);
      expect(incident).toMatchObject({ status: "resolved" });
      expect(incident?.started_at).toEqual(new Date(startMs + 5 * minuteMs));
      await probing.play({ web: "ff" });
      expect(await statusesNow(status.db)).toEqual({ web: "major_outage" });
    },
  );

  longTest.each([
    ["half an hour", 30 * minuteMs],
    ["a year", 365 * 24 * 60 * minuteMs],
  ])(
    "that is %s behind, the database's too, takes nothing back of what is true",
    async (_what, behindMs) => {
      const probing = new ScriptedProbing(status.db, [{ id: "web" }]);
      await probing.start();
      await probing.play({ web: "o".repeat(70) });
      const stored = () => status.db.selectFrom("observations").select("slot").execute();
      const before = await stored();
      const intervals = await intervalsOf(status.db, "web");
      probing.nowMs -= behindMs;
      await probing.passTime();
      expect(await stored()).toEqual(before);
      probing.nowMs += behindMs;
      await probing.play({ web: "o" });
      expect(await intervalsOf(status.db, "web")).toEqual(intervals);
    },
  );

  shortTest(
    "does not hide what another prober finds while it still writes two hours ahead",
    async () => {
      const probing = new ScriptedProbing(status.db, [{ id: "web" }]);
      await probing.start();
      await probing.play({ web: "oo" });
      for (let round = 0; round < 3; round += 1) {
        probing.nowMs += twoHoursMs;
        await probing.play({ web: "o" }, "there");
        probing.nowMs -= twoHoursMs + minuteMs;
        await probing.play({ web: "f" });
      }
      expect(await statusesNow(status.db)).toEqual({ web: "major_outage" });
    },
  );
});
