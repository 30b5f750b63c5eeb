import { pino } from "pino";
import { afterEach, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { CheckContext } from "../../../probes/check/context.ts";
import { CheckFailure } from "../../../probes/check/report.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  intervalsOf,
  minuteMs,
  ScriptedProbing,
  startMs,
} from "../../support/probes/scripted-probing.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

describeWithOneDatabase("a component that works again", (empty) => {
  let home: TemporaryDirectory;
  let prober: Prober | undefined;
  afterEach(async () => {
    await prober?.stop();
    await home[Symbol.asyncDispose]();
  });

  test("is well with the first slot that passes, which is run twice and no more after that", async () => {
    home = await temporaryDirectory("recovery");
    await using database = await openStatusDatabase(await empty());
    const { db } = database;
    const { configuration } = new ScriptedProbing(db, [{ id: "web" }]);
    const runs: string[] = [];
    let isBroken = false;
    const clock = new TestClock();
    clock.nowMs = startMs;
    prober = await startProber({
      db,
      configuration: {
        ...configuration,
        checks: configuration.checks.map((check) => ({
          ...check,
          run: async ({ seed }: CheckContext) => {
            runs.push(seed.replace(`/${startMs}`, "/0"));
            if (isBroken) throw new CheckFailure("timeout", "as the test says");
            return { result: "ok" as const };
          },
        })),
      },
      apiKey: "",
      location: "local",
      dataDirectory: home.path,
      metrics: new ProberMetrics("local"),
      log: pino({ enabled: false }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
      stallWatch: neverStalled,
    });
    const next = async (): Promise<void> => {
      await prober!.idle();
      await clock.moveTo(clock.nowMs + minuteMs, () => prober?.idle());
      await prober!.idle();
    };
    await next();
    isBroken = true;
    await next();
    await next();
    isBroken = false;
    const before = runs.length;
    await next();
    expect(runs.slice(before).map((seed) => seed.split("/").at(-1))).toEqual(["1", "2"]);
    expect(await intervalsOf(db, "web")).toEqual([
      "operational 0-2",
      "major_outage 2-4",
      "operational 4-",
    ]);
    await next();
    expect(runs.slice(before)).toHaveLength(3);
    const confirmed = await db
      .selectFrom("observations")
      .select(["counted", "retried"])
      .where("slot", "=", new Date(startMs + 4 * minuteMs))
      .orderBy("attempt")
      .execute();
    expect(confirmed).toEqual([
      { counted: false, retried: false },
      { counted: true, retried: false },
    ]);
  });
});
