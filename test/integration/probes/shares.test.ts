import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, ScriptedProbing, startMs } from "../../support/probes/scripted-probing.ts";
import { parseExposition } from "../../support/servers/exposition.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";

const CHECKS = Array.from({ length: 60 }, (_, at) => ({ id: `check-${at}` }));
const DUE_MS = 10_000;
/** Which checks a prober has follows from its random id: it has as few as this once in a million times. */
const FEW = 3;
/** How many seconds of a wait pass in one. */
const QUICKER = 20;

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

describeWithOneDatabase("three probers of one location", (empty) => {
  let home: TemporaryDirectory;
  let database: OpenDatabase<StatusDatabase>;
  let clock: TestClock;
  let waitsFor: (delayMs: number) => number;
  let monitors: Prober[];
  let shown: ProberMetrics[];
  /** Ends a prober's ticks, so that it looks as if it was killed. */
  let silence: (() => void)[];
  /** Check, slot and attempt of each run. */
  let runs: string[];

  beforeEach(async () => {
    home = await temporaryDirectory("shares");
    database = await openStatusDatabase(await empty());
    clock = new TestClock();
    waitsFor = (delayMs) => delayMs / QUICKER;
    [monitors, shown, silence, runs] = [[], [], [], []];
    for (let count = 0; count < 3; count += 1) monitors.push(await start());
    await idle();
  });
  afterEach(async () => {
    for (const monitor of monitors) await monitor.stop();
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  function start(): Promise<Prober> {
    const { configuration } = new ScriptedProbing(database.db, CHECKS);
    const checks = configuration.checks.map((check) => ({
      ...check,
      offsetMs: DUE_MS,
      run: async ({ seed }: { seed: string }) => {
        runs.push(seed);
        return { result: "ok" as const };
      },
    }));
    const metrics = new ProberMetrics("here");
    shown.push(metrics);
    return startProber({
      db: database.db,
      configuration: { ...configuration, checks },
      apiKey: "",
      location: "here",
      dataDirectory: home.path,
      metrics,
      log: pino({ enabled: false }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: async (delayMs, signal) => {
        await sleep(waitsFor(delayMs), undefined, { signal });
      },
      tick: (look) => {
        const end = clock.tick(look);
        silence.push(end);
        return end;
      },
      stallWatch: neverStalled,
    });
  }

  async function idle(): Promise<void> {
    for (const monitor of monitors) await monitor.idle();
  }

  /** Passes time, in steps of twenty seconds, until so long after the script's start. */
  async function passUntil(minute: number, second: number): Promise<void> {
    const untilMs = startMs + minute * minuteMs + second * 1000;
    while (clock.nowMs < untilMs) await clock.moveTo(clock.nowMs + 20_000, idle);
  }

  /** Expects that each check ran once in a slot, in one of so many probers, none of which ran only a few. */
  async function expectShares(minute: number, probers: number): Promise<void> {
    const rows = await database.db
      .selectFrom("observations")
      .innerJoin("slot_claims", (join) =>
        join
          .onRef("slot_claims.check_id", "=", "observations.check_id")
          .onRef("slot_claims.location", "=", "observations.location")
          .onRef("slot_claims.slot", "=", "observations.slot"),
      )
      .select(["slot_claims.prober", (of) => of.fn.countAll<string>().as("count")])
      .where("observations.slot", "=", new Date(startMs + minute * minuteMs))
      .where("observations.counted", "=", true)
      .groupBy("slot_claims.prober")
      .execute();
    const counts = rows.map(({ count }) => Number(count));
    expect(counts).toHaveLength(probers);
    expect(Math.min(...counts)).toBeGreaterThan(FEW);
    expect(sum(counts)).toBe(CHECKS.length);
  }

  async function owned(): Promise<number[]> {
    const texts = await Promise.all(shown.map(({ registry }) => registry.metrics()));
    return texts.map(
      (text) => parseExposition(text).find(({ name }) => name === "probe_owned_checks")?.value ?? 0,
    );
  }

  test("share its checks, and lose no slot when one is killed", async () => {
    expect(await owned()).toEqual(monitors.map(() => CHECKS.length));
    await passUntil(2, 50);
    expect(sum(await owned())).toBe(CHECKS.length);
    await expectShares(2, 3);

    // The others learn half a minute later that it is gone, after the next slot.
    silence[0]?.();
    await passUntil(4, 50);
    const [, ...left] = await owned();
    expect(sum(left)).toBe(CHECKS.length);
    await expectShares(3, 2);
    await expectShares(4, 2);
    expect(new Set(runs).size).toBe(runs.length);

    // Who waits for an owner is stopped at once, and runs nothing.
    const hour = 60 * minuteMs;
    waitsFor = (delayMs) => (delayMs < 1000 ? delayMs : hour);
    await clock.moveTo(startMs + 5 * minuteMs + DUE_MS, () => Promise.resolve());
    for (const monitor of monitors) {
      void monitor.stop();
      await monitor.idle();
    }
  });
});
