import { pino } from "pino";
import { afterEach, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { CheckFailure, type Report } from "../../../probes/check/report.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { parseExposition } from "../../support/servers/exposition.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";

type Sight = "sees" | "is_cut_off" | "knows_it_is_cut_off";

describeWithOneDatabase("three locations", (empty) => {
  let home: TemporaryDirectory;
  let database: OpenDatabase<StatusDatabase>;
  let clock: TestClock;
  let sight: Record<string, Sight>;
  const monitors: Prober[] = [];
  const shown: ProberMetrics[] = [];

  beforeEach(async () => {
    home = await temporaryDirectory("locations");
    database = await openStatusDatabase(await empty());
    clock = new TestClock();
    sight = { a: "sees", b: "sees", c: "sees" };
    for (const location of ["a", "b", "c"]) monitors.push(await startAt(location));
    await idle();
    await clock.pass(61, idle);
  });
  afterEach(async () => {
    for (const monitor of monitors.splice(0)) await monitor.stop();
    shown.length = 0;
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  function startAt(location: string): Promise<Prober> {
    const { configuration } = new ScriptedProbing(database.db, [{ id: "web" }]);
    const look = async (): Promise<Report> => {
      if (sight[location] === "is_cut_off") throw new CheckFailure("timeout", "cut off");
      if (sight[location] === "knows_it_is_cut_off") throw new Error("the network is down");
      return { result: "ok" };
    };
    const checks = configuration.checks.map((check) => ({ ...check, offsetMs: 5_000, run: look }));
    const metrics = new ProberMetrics(location);
    shown.push(metrics);
    return startProber({
      db: database.db,
      configuration: { ...configuration, checks },
      apiKey: "",
      location,
      dataDirectory: home.path,
      metrics,
      log: pino({ enabled: false }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
      stallWatch: neverStalled,
    });
  }

  async function idle(): Promise<void> {
    for (const monitor of monitors) await monitor.idle();
  }

  /** Slots on which the locations agreed, whichever prober counted them. */
  async function agreed(result: string): Promise<number> {
    const texts = await Promise.all(shown.map(({ registry }) => registry.metrics()));
    return texts
      .flatMap((text) => parseExposition(text))
      .filter(
        ({ name, labels }) => name === "probe_agreed_slots_total" && labels["result"] === result,
      )
      .reduce((sum, { value }) => sum + value, 0);
  }

  async function statuses(): Promise<string[]> {
    const rows = await database.db
      .selectFrom("component_states")
      .select("status")
      .orderBy("from_at")
      .execute();
    return rows.map(({ status }) => status);
  }

  longTest("of which one is cut off report nothing", async () => {
    sight["b"] = "is_cut_off";
    const passedBefore = await agreed("ok");
    await clock.pass(6 * 60, idle);
    expect([await agreed("ok"), await agreed("failed")]).toEqual([passedBefore + 6, 0]);
    expect(await statuses()).toEqual(["operational"]);
    expect(await database.db.selectFrom("incidents").selectAll().execute()).toEqual([]);
  });

  longTest(
    "of which two are cut off and do not know it report one outage, and its end",
    async () => {
      sight = { a: "is_cut_off", b: "sees", c: "is_cut_off" };
      await clock.pass(6 * 60, idle);
      expect(await statuses()).toEqual(["operational", "major_outage"]);
      // They begin at different moments of a slot: one was cut off in the midst of the first.
      expect(await agreed("failed")).toBe(5);
      sight = { a: "sees", b: "sees", c: "sees" };
      await clock.pass(7 * 60, idle);
      expect(await statuses()).toEqual(["operational", "major_outage", "operational"]);
      expect(await database.db.selectFrom("incidents").select("status").execute()).toEqual([
        { status: "resolved" },
      ]);
    },
  );

  longTest("of which two know that they are cut off leave it to the third", async () => {
    sight = { a: "knows_it_is_cut_off", b: "sees", c: "knows_it_is_cut_off" };
    await clock.pass(6 * 60, idle);
    expect(await statuses()).toEqual(["operational"]);
    sight["b"] = "is_cut_off";
    await clock.pass(4 * 60, idle);
    expect(await statuses()).toEqual(["operational", "major_outage"]);
  });

  longTest("of which all know that they are cut off report it as unknown, once", async () => {
    sight = { a: "knows_it_is_cut_off", b: "knows_it_is_cut_off", c: "knows_it_is_cut_off" };
    await clock.pass(8 * 60, idle);
    expect(await statuses()).toEqual(["operational", "unknown"]);
    sight = { a: "sees", b: "sees", c: "sees" };
    await clock.pass(3 * 60, idle);
    expect(await statuses()).toEqual(["operational", "unknown", "operational"]);
    expect(await database.db.selectFrom("incidents").selectAll().execute()).toEqual([]);
  });

  shortTest("of which two are gone are waited for no longer than two minutes", async () => {
    for (const monitor of monitors.splice(1)) await monitor.stop();
    await clock.pass(3 * 60, idle);
    sight["a"] = "is_cut_off";
    await clock.pass(3 * 60, idle);
    expect(await statuses()).toEqual(["operational", "major_outage"]);
  });
});
