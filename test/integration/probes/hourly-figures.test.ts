import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { ObservationResult, StatusDatabase } from "#migrations/status/schema.ts";

import { storeConfiguration } from "../../../probes/monitor-file/configuration-store.ts";
import { makeHourlyFigures } from "../../../monitor/store/hourly-figures.ts";
import { storeLate } from "../../../probes/results/late-results.ts";
import type { SlotRun } from "../../../monitor/domain/observation.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, ScriptedProbing, startMs } from "../../support/probes/scripted-probing.ts";

const hourMs = 60 * minuteMs;

function run(
  minute: number,
  result: ObservationResult,
  figures: Partial<{ durationMs: number; wer: number }> = {},
): SlotRun {
  const slotMs = startMs + minute * minuteMs;
  const { durationMs = 100, wer } = figures;
  return {
    checkId: "web",
    periodMs: minuteMs,
    location: "here",
    prober: "p1",
    slotMs,
    attempts: [
      {
        result,
        reason: result === "ok" ? null : "timeout",
        message: null,
        phases: { connect: durationMs / 10, first_byte: durationMs / 2 },
        measures: wer === undefined ? {} : { word_error_ratio: wer },
        startedAtMs: slotMs + 5_000,
        durationMs,
        attempt: 1,
      },
    ],
  };
}

describeWithOneDatabase("hourly figures", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    const { configuration } = new ScriptedProbing(status.db, [{ id: "web" }]);
    await storeConfiguration(status.db, configuration, startMs - hourMs);
  });

  const afterHours = (hours: number): number => startMs + hours * hourMs + 6 * minuteMs;
  const store = (...runs: SlotRun[]): Promise<number> =>
    storeLate(status.db, runs, startMs + hourMs);

  async function addProber(startedMinute: number, seenMinute: number): Promise<void> {
    await status.db
      .insertInto("probers")
      .values({
        id: `p${startedMinute}`,
        location: "here",
        started_at: new Date(startMs + startedMinute * minuteMs),
        last_seen_at: new Date(startMs + seenMinute * minuteMs),
      })
      .execute();
  }

  const figures = () =>
    status.db.selectFrom("hourly_figures").selectAll().orderBy("hour").execute();

  test("count what was found, and give percentiles of what passed", async () => {
    const passed = Array.from({ length: 50 }, (_, index) =>
      run(index, "ok", { durationMs: (index + 1) * 10, wer: index === 7 ? 0.5 : 0.1 }),
    );
    await store(
      ...passed,
      run(50, "failed", { durationMs: 9000 }),
      run(51, "degraded", { durationMs: 510 }),
      run(52, "prober_error"),
    );
    await makeHourlyFigures(status.db, afterHours(1));
    const [row, ...others] = await figures();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      check_id: "web",
      location: "here",
      hour: new Date(startMs),
      count: 53,
      failures: 1,
      degraded: 1,
      prober_errors: 1,
      retried: 0,
      missed: 0,
      measures: { word_error_ratio: { mean: expect.closeTo(0.108), max: 0.5 } },
    });
    expect(row?.duration).toEqual({
      p50: expect.closeTo(260),
      p95: expect.closeTo(485),
      p99: expect.closeTo(505),
    });
    expect(row?.phases.connect).toEqual({
      p50: expect.closeTo(26),
      p95: expect.closeTo(48.5),
      p99: expect.closeTo(50.5),
    });
  });

  test("wait until the hour's last results can be there, and change when some come later", async () => {
    await store(run(0, "ok"));
    await makeHourlyFigures(status.db, startMs + hourMs + 4 * minuteMs);
    expect(await figures()).toEqual([]);
    await makeHourlyFigures(status.db, afterHours(1));
    await makeHourlyFigures(status.db, afterHours(1) + minuteMs);
    expect(await figures()).toMatchObject([{ count: 1, failures: 0 }]);
    await store(run(1, "failed"));
    await makeHourlyFigures(status.db, afterHours(1) + 2 * minuteMs);
    expect(await figures()).toMatchObject([{ count: 2, failures: 1 }]);
  });

  test("count as missed what was due while a prober lived, and what was claimed and never told", async () => {
    // One lives until 10:30 into the hour and one from 20:15 on; in between is nobody.
    await addProber(-30, 10.5);
    await addProber(20.25, 200);
    await store(...[0, 1, 2, 4, 5, 21, 22].map((minute) => run(minute, "ok")));
    await status.db
      .insertInto("slot_claims")
      .values({
        check_id: "web",
        location: "here",
        slot: new Date(startMs + 10 * minuteMs),
        prober: "p-30",
        claimed_at: new Date(startMs),
      })
      .execute();
    await makeHourlyFigures(status.db, afterHours(1));
    // 3, 6 to 9, the claimed 10; then 20, in which the second began, and 23 to 59.
    expect(await figures()).toMatchObject([
      { hour: new Date(startMs - hourMs) },
      { count: 7, missed: 5 + 1 + 1 + 37 },
    ]);
  });

  test("do not count as missed what was not due: before the check was there, and after it was gone", async () => {
    await addProber(0, 400);
    const other = new ScriptedProbing(status.db, [{ id: "web" }, { id: "docs", periodMinutes: 7 }]);
    await storeConfiguration(status.db, other.configuration, startMs + 30 * minuteMs);
    await storeConfiguration(
      status.db,
      new ScriptedProbing(status.db, [{ id: "web" }]).configuration,
      startMs + 100 * minuteMs,
    );
    await makeHourlyFigures(status.db, afterHours(3));
    const ofDocs = (await figures()).filter(({ check_id }) => check_id === "docs");
    const slots = (fromMinute: number, toMinute: number): number => {
      const firstMs = Math.ceil((startMs + fromMinute * minuteMs) / (7 * minuteMs));
      return Math.ceil((startMs + toMinute * minuteMs) / (7 * minuteMs)) - firstMs;
    };
    // The slot it began in counts, the one in which it left does not.
    expect(ofDocs.map(({ missed }) => missed)).toEqual([slots(30 - 7, 60), slots(60, 100 - 7)]);
    expect(
      (await figures()).filter(({ check_id }) => check_id === "web").map(({ missed }) => missed),
    ).toEqual([60, 60, 60]);
  });

  test("are made for every hour that a prober slept through, once it is back", async () => {
    await store(run(0, "ok"), run(59, "ok"));
    await makeHourlyFigures(status.db, afterHours(30));
    const hours = await status.db.selectFrom("figure_hours").selectAll().orderBy("hour").execute();
    expect(hours).toHaveLength(30);
    expect(hours.every(({ computed_at }) => computed_at !== null)).toBe(true);
    expect(await figures()).toMatchObject([{ count: 2 }]);
  });
});
