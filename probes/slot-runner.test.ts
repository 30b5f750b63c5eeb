import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { CheckFailure, type Report } from "./check/report.ts";
import type { EvidenceKeeper } from "./evidence/evidence-keeper.ts";
import { ProberMetrics } from "./metrics/prober-metrics.ts";
import type { CheckConfiguration } from "./monitor-file/configuration.ts";
import type { Control } from "./run/controls.ts";
import { Recoveries } from "./run/recoveries.ts";
import { BackgroundTasks } from "./schedule/background-tasks.ts";
import type { OnTimeTracker } from "./schedule/on-time.ts";
import type { Shares } from "./schedule/shares.ts";
import { SlotRunner } from "./slot-runner.ts";
import type { Claimed, ResultStore } from "./spool/result-store.ts";

const NOW_MS = 7_000_000;

let claimed: Claimed;
let rank: number;
let isDatabaseUp: boolean;
let found: () => Promise<Report>;
let kept: string[];
let completed: string[];
let waits: number[];
let logged: unknown[];
let stopping: AbortController;
let metrics: ProberMetrics;
let tasks: BackgroundTasks;
let runner: SlotRunner;

const check: CheckConfiguration = {
  id: "page",
  kind: "http",
  componentId: "web",
  impact: "major_outage",
  periodMs: 60_000,
  offsetMs: 0,
  timeoutMs: 10_000,
  run: () => found(),
};
const outside: Control = { id: "out", expect: "pass", run: async () => ({ result: "ok" }) };
const due = { checkId: "page", slotMs: 60_000, lagMs: 500, missed: 0 };

beforeEach(() => {
  [claimed, rank, isDatabaseUp] = ["ours", 0, true];
  found = async () => ({ result: "ok" });
  [kept, completed, waits, logged] = [[], [], [], []];
  stopping = new AbortController();
  metrics = new ProberMetrics("ankara");
  const log = pino(
    { base: null, timestamp: false },
    {
      write: (line: string) => {
        const { level, msg } = JSON.parse(line) as Record<string, unknown>;
        logged.push([level, msg]);
      },
    },
  );
  tasks = new BackgroundTasks(log, stopping.signal);
  const results = {
    get isDatabaseUp() {
      return isDatabaseUp;
    },
    presence: { wasAwaySince: async () => true },
    claim: async () => claimed,
    keep: async ({ slotMs, periodMs, prober, location, attempts }: SlotRun, how: string) => {
      const outcomes = attempts.map(({ result }) => result).join();
      kept.push(`${slotMs} ${periodMs} ${prober} ${location} ${outcomes} ${how}`);
    },
  };
  runner = new SlotRunner({
    prober: "p1",
    location: "ankara",
    apiKey: "key",
    stallWatch: { longestSince: () => 0 },
    now: () => NOW_MS,
    wait: async (delayMs) => void waits.push(delayMs),
    stopping: stopping.signal,
    metrics,
    log,
    tasks,
    recoveries: new Recoveries(),
    results: results as unknown as ResultStore,
    evidence: {
      keep: async ({ id }: CheckConfiguration, slotMs: number) =>
        void kept.push(`evidence ${id} ${slotMs}`),
    } as unknown as EvidenceKeeper,
    shares: { rankOf: () => rank } as unknown as Shares,
    onTime: {
      completed: (id: string, nowMs: number) => completed.push(`${id} ${nowMs}`),
    } as unknown as OnTimeTracker,
  });
  runner.configure({ checks: [check], controls: [outside] });
});

/** Resolves when some work and all that it began is done. */
async function done(work: Promise<void>): Promise<void> {
  await work;
  await tasks.idle();
}

const labels = 'component="web",check="page",location="ankara"';

/** Returns how many slots of the check are counted: with each result, and as missed. */
async function counted(): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.registry.metrics()).split("\n");
  const entries = ["ok", "failed", "prober_error", "missed"].map((result) => {
    const series =
      result === "missed"
        ? `probe_missed_slots_total{${labels}} `
        : `probe_slots_total{${labels},result="${result}"} `;
    return [result, Number(lines.find((line) => line.startsWith(series))?.slice(series.length))];
  });
  return Object.fromEntries(entries.filter(([, count]) => Number(count) > 0));
}

describe("a slot", () => {
  test("is run, counted and stored, and its evidence kept", async () => {
    await done(runner.run(due));
    expect(await counted()).toEqual({ ok: 1 });
    expect(kept).toEqual(["60000 60000 p1 ankara ok ours", "evidence page 60000"]);
    expect(completed).toEqual([`page ${NOW_MS}`]);
    expect(await metrics.registry.metrics()).toContain(
      'probe_schedule_lag_seconds_sum{location="ankara"} 0.5',
    );
    expect(logged).toEqual([]);
  });

  test("is run without a claim while the database is away", async () => {
    claimed = "unclaimed";
    await done(runner.run(due));
    expect(kept[0]).toBe("60000 60000 p1 ankara ok unclaimed");
  });

  test("that another prober has is left to it", async () => {
    await done(runner.run(due));
    claimed = "taken";
    await done(runner.run({ ...due, slotMs: 120_000 }));
    expect(kept).toHaveLength(2);
    expect(completed).toHaveLength(2);
    expect(await metrics.registry.metrics()).not.toContain("probe_success{");
  });

  test("is not run while the clock is off", async () => {
    claimed = "clock_off";
    await done(runner.run(due));
    expect(await counted()).toEqual({ prober_error: 1 });
    expect([kept, completed]).toEqual([[], []]);
  });

  test("is skipped while the one before is running", async () => {
    const answer = Promise.withResolvers<Report>();
    found = () => answer.promise;
    const first = runner.run(due);
    await done(
      runner
        .run({ ...due, slotMs: 120_000, missed: 2 })
        .then(() => answer.resolve({ result: "ok" })),
    );
    await first;
    expect(await counted()).toEqual({ ok: 1, missed: 3 });
    expect(kept[0]).toMatch(/^60000 /);
    expect(logged).toEqual([[40, "still running: its next slot is skipped"]]);
    await done(runner.run({ ...due, slotMs: 180_000 }));
    expect(await counted()).toEqual({ ok: 2, missed: 3 });
  });

  test("that fails twice is logged with each attempt", async () => {
    found = async () => {
      throw new CheckFailure("timeout", "no answer");
    };
    await done(runner.run(due));
    expect(await counted()).toEqual({ failed: 1 });
    expect(kept[0]).toBe("60000 60000 p1 ankara failed,failed ours");
    expect(logged).toEqual([
      [40, "no answer"],
      [40, "no answer"],
    ]);
    expect(waits).toEqual([2_000]);
  });

  test("of a check that is not configured is not run", async () => {
    await done(runner.run({ ...due, checkId: "other" }));
    await done(runner.runInTurn({ ...due, checkId: "other" }, () => true));
    runner.configure({ checks: [], controls: [outside] });
    await done(runner.run(due));
    expect(kept).toEqual([]);
    expect(runner.runnable("page")).toBeUndefined();
  });

  test("of a check that was removed while it ran is stored, and not counted", async () => {
    const answer = Promise.withResolvers<Report>();
    found = () => answer.promise;
    const run = runner.run(due);
    runner.configure({ checks: [], controls: [outside] });
    answer.resolve({ result: "ok" });
    await done(run);
    expect(kept).toHaveLength(2);
    expect(await counted()).toEqual({});
  });
});

describe("in turn", () => {
  const inTurn = (isNewest = true) => done(runner.runInTurn(due, () => isNewest));

  test.each<[number, boolean, number[], number]>([
    [0, true, [], 1],
    [1, true, [3_000], 1],
    [2, true, [], 0],
    [2, false, [], 1],
  ])(
    "a slot of a check for which %i others go before, with the database there: %s, waits %j and is run %i times",
    async (others, isUp, expectedWaits, times) => {
      [rank, isDatabaseUp] = [others, isUp];
      await inTurn();
      expect(waits).toEqual(expectedWaits);
      expect(kept).toHaveLength(2 * times);
      expect(completed).toHaveLength(1);
      expect(runner.countOwned()).toBe(others === 0 || !isUp ? 1 : 0);
    },
  );

  test("a deputy waits no longer than so that a run ends before the next slot", async () => {
    rank = 1;
    runner.configure({ checks: [{ ...check, periodMs: 30_000 }], controls: [outside] });
    await inTurn();
    // Two attempts of 10.1 s, each with 3 s for its controls, and 2 s between them.
    expect(waits).toEqual([30_000 - 28_200]);
  });

  test("a deputy does not run a slot that is over, and counts none that passed as missed", async () => {
    rank = 1;
    await inTurn(false);
    expect(kept).toEqual([]);
    await done(runner.runInTurn({ ...due, missed: 4 }, () => true));
    expect(await counted()).toEqual({ ok: 1 });
  });
});

describe("controls", () => {
  test("are asked at once, and one at fault is warned of", async () => {
    const broken: Control = { ...outside, run: () => Promise.reject(new TypeError("a bug")) };
    runner.configure({ checks: [check], controls: [broken] });
    await tasks.idle();
    expect(logged).toEqual([[40, "failures will be put down to the prober"]]);
  });

  test("outside are asked for, and without one the database's absence is a fault", async () => {
    runner.configure({ checks: [check], controls: [{ ...outside, expect: "fail" }] });
    await tasks.idle();
    expect(logged[0]).toEqual([
      40,
      expect.stringMatching(/^no control outside is named in the monitor file: /),
    ]);
    logged = [];
    runner.configure({ checks: [check], controls: [] });
    await tasks.idle();
    expect(logged).toEqual([
      [40, expect.stringMatching(/^no control outside/)],
      [40, "failures will be put down to the prober"],
    ]);
  });

  test("are not asked by a prober that stops", async () => {
    await tasks.idle();
    stopping.abort();
    runner.configure({ checks: [check], controls: [] });
    await tasks.idle();
    expect(logged).toEqual([]);
  });
});
