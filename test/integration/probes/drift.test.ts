import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { DRIFT_RULES } from "../../../monitor/domain/drift.ts";
import type { SlotRun } from "../../../monitor/domain/observation.ts";
import { type DriftNow, forgetDrifts, readDrifts } from "../../../monitor/store/drifts.ts";
import { storeConfiguration } from "../../../probes/monitor-file/configuration-store.ts";
import { followDrift } from "../../../probes/results/follow-drift.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, ScriptedProbing, startMs } from "../../support/probes/scripted-probing.ts";

const slotOf = (run: number): number => startMs + run * minuteMs;

function runOf(run: number, wordErrors: number, clip?: string): SlotRun {
  const slotMs = slotOf(run);
  return {
    checkId: "web",
    periodMs: minuteMs,
    location: "here",
    prober: "p1",
    slotMs,
    attempts: [
      {
        result: "ok",
        reason: null,
        message: null,
        phases: {},
        measures: { word_error_ratio: wordErrors / 20 },
        clip,
        startedAtMs: slotMs,
        durationMs: 100,
        attempt: 1,
      },
    ],
  };
}

describeWithOneDatabase("drift", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  let componentId: string;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    const { configuration } = new ScriptedProbing(status.db, [{ id: "web" }]);
    await storeConfiguration(status.db, configuration, startMs);
    componentId = configuration.checks[0]!.componentId;
  });

  const follow = (...runs: SlotRun[]): Promise<readonly DriftNow[]> =>
    status.db
      .transaction()
      .execute((transaction) => followDrift(transaction, runs, runs.at(-1)!.slotMs + 1000));

  /** Runs with one and three errors in turn, which becomes the baseline. */
  const steadyRuns = (count: number, clip?: string) =>
    Array.from({ length: count }, (_, at) => runOf(at, at % 2 === 0 ? 1 : 3, clip));

  const wordErrorsOf = (drifts: readonly DriftNow[]) =>
    drifts.filter(({ measure }) => measure === "word_error_ratio");

  test("is written where it begins and ends, once, whatever batches the runs come in", async () => {
    const learned = DRIFT_RULES.learnedRuns;
    await follow(...steadyRuns(learned));
    let at = learned;
    let found: readonly DriftNow[] = [];
    while (!wordErrorsOf(found).some(({ isDrifting }) => isDrifting)) {
      found = await follow(runOf(at, 5));
      at += 1;
    }
    expect(at - learned).toBeLessThan(30);
    expect(await readDrifts(status.db, componentId, startMs)).toEqual([
      {
        checkId: "web",
        location: "here",
        clip: "",
        measure: "word_error_ratio",
        fromMs: slotOf(learned),
        toMs: null,
      },
    ]);
    // What is counted in already says nothing.
    expect(await follow(runOf(at - 1, 0), runOf(at - 2, 0))).toEqual([]);
    const back = await follow(...Array.from({ length: 40 }, (_, more) => runOf(at + more, 1)));
    expect(wordErrorsOf(back)).toMatchObject([{ isDrifting: false }]);
    const [drift] = await readDrifts(status.db, componentId, startMs);
    expect(drift?.toMs).toBe(slotOf(at + 39));
    expect(await readDrifts(status.db, componentId, slotOf(at + 40))).toEqual([]);
  });

  test("of one clip is not told of another, and is forgotten with its check", async () => {
    await follow(...steadyRuns(DRIFT_RULES.learnedRuns, "order"));
    const bad = (clip: string) =>
      Array.from({ length: 30 }, (_, more) => runOf(1000 + more, 6, clip));
    expect(wordErrorsOf(await follow(...bad("weather")))).toMatchObject([{ isDrifting: false }]);
    expect(wordErrorsOf(await follow(...bad("order")))).toMatchObject([{ isDrifting: true }]);
    await status.db
      .updateTable("checks")
      .set({ removed_at: new Date(startMs) })
      .execute();
    await forgetDrifts(status.db, startMs);
    expect(await status.db.selectFrom("drift_states").selectAll().execute()).toEqual([]);
    expect(await status.db.selectFrom("drifts").selectAll().execute()).toEqual([]);
  });

  test("says nothing of runs that failed by their time, nor of those that nobody can judge", async () => {
    const run = runOf(1, 0);
    const failed = { ...run.attempts[0]!, result: "failed", measures: {} } as const;
    const unknown = { ...run.attempts[0]!, result: "prober_error" } as const;
    const both = [
      { ...run, attempts: [failed] },
      { ...run, slotMs: slotOf(2), attempts: [unknown] },
    ];
    expect(await follow(...both)).toEqual([]);
  });
});
