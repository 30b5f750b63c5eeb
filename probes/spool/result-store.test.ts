import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DummyDriver } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { ProberMetrics } from "../metrics/prober-metrics.ts";
import { openResultStore, type ResultStore } from "./result-store.ts";
import { drivenDatabase } from "../../test/support/databases/driven-database.ts";

const MINUTE_MS = 60_000;
const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const refused = Object.assign(new Error("violates a constraint"), { code: "23503" });

let nowMs: number;
/** How far the prober's clock is ahead of the database's. */
let aheadMs: number;
/** What the database answers every statement with: no rows, or this error. */
let fault: Error | undefined;
/** Why enrolling fails while the database answers. */
let enrollFault: Error | undefined;
let logged: Record<string, unknown>[];
let enrolledAt: number[];
let gathered: number[];
let seenAt: number[];
let metrics: ProberMetrics;
let dataDirectory: string;
let store: ResultStore;

/** How many statements and transactions the database was given, and what it waits for before it answers. */
let connections: number;
let answering: Promise<void>;

class FaultyDriver extends DummyDriver {
  override async acquireConnection() {
    connections += 1;
    await answering;
    if (fault !== undefined) throw fault;
    return super.acquireConnection();
  }
}

const db = drivenDatabase<StatusDatabase>(new FaultyDriver());

const open = (spoolMegabytes?: number): Promise<ResultStore> =>
  openResultStore({
    db,
    prober: "p1",
    location: "ankara",
    dataDirectory,
    spoolMegabytes,
    metrics,
    log: pino(
      { base: null, timestamp: false },
      { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    ),
    now: () => nowMs,
    databaseNow: async () => {
      if (fault !== undefined) throw fault;
      return nowMs - aheadMs;
    },
    enroll: async (atMs) => {
      enrolledAt.push(atMs);
      if (enrollFault !== undefined) throw enrollFault;
    },
    onSeen: async (atMs) => void seenAt.push(atMs),
    settle: () => Promise.resolve(),
    gather: async (tookMs) => void gathered.push(tookMs),
    onRecorded: () => {},
  });

beforeEach(async () => {
  [nowMs, aheadMs, fault, enrollFault] = [100 * MINUTE_MS, 0, undefined, undefined];
  [logged, enrolledAt, seenAt] = [[], [], []];
  gathered = [];
  [connections, answering] = [0, Promise.resolve()];
  metrics = new ProberMetrics("ankara");
  metrics.beginSlots([{ componentId: "web", id: "page", periodMs: MINUTE_MS }]);
  dataDirectory = await mkdtemp(path.join(tmpdir(), "speech-results-"));
  store = await open();
});
afterEach(async () => {
  await store.spool.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const claim = { checkId: "page", location: "ankara", slotMs: 0, prober: "p1" };

const runOf = (slot: number, result: "ok" | "failed" | "prober_error" = "ok"): SlotRun => ({
  checkId: "page",
  periodMs: MINUTE_MS,
  location: "ankara",
  prober: "p1",
  slotMs: slot * MINUTE_MS,
  attempts: [
    {
      result,
      reason: null,
      message: null,
      phases: {},
      measures: {},
      startedAtMs: 0,
      durationMs: 1,
      attempt: 1,
    },
  ],
});

const messages = (): unknown[] => logged.map(({ msg }) => msg);
async function countOf(series: string): Promise<number> {
  const lines = (await metrics.registry.metrics()).split("\n");
  return Number(
    lines
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")
      .at(-1),
  );
}
const agreed = (result: string) =>
  countOf(`probe_agreed_slots_total{component="web",check="page",result="${result}"}`);
const lost = (reason: string) => countOf(`probe_lost_results_total{reason="${reason}"}`);

describe("a claim", () => {
  test.each([
    [30_000, "taken"],
    [-30_000, "taken"],
    [30_001, "clock_off"],
    [-30_001, "clock_off"],
  ])("by a clock that is %i ms ahead is %s", async (differenceMs, claimed) => {
    aheadMs = differenceMs;
    expect(await store.claim(claim)).toBe(claimed);
    expect(await store.mayWrite()).toBe(claimed === "taken");
  });

  test("waits for those that are being made, and is made together with others that wait", async () => {
    const answer = Promise.withResolvers<void>();
    answering = answer.promise;
    const claims = [store.claim(claim), store.claim(claim)];
    await vi.waitFor(() => expect(connections).toBe(1));
    for (const _ of [1, 2, 3]) {
      claims.push(store.claim(claim));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(1);
    answer.resolve();
    expect(await Promise.all(claims)).toEqual(Array(5).fill("taken"));
    expect(connections).toBe(2);
  });

  test("while the database is away is not made, and later ones are not tried", async () => {
    fault = away;
    expect(await Promise.all([store.claim(claim), store.claim(claim)])).toEqual([
      "unclaimed",
      "unclaimed",
    ]);
    expect(store.isDatabaseUp).toBe(false);
    fault = undefined;
    expect(await store.claim(claim)).toBe("unclaimed");
    expect(messages()).toEqual(["the database is away: checks go on, their results are spooled"]);
  });

  test("that the database refuses is not made, and is counted", async () => {
    fault = refused;
    expect(await store.claim(claim)).toBe("unclaimed");
    expect(store.isDatabaseUp).toBe(true);
    expect(await countOf("probe_query_errors_total")).toBe(1);
  });
});

describe("a result", () => {
  test("that could not be claimed is spooled, and counts by itself", async () => {
    await store.keep(runOf(2), "unclaimed");
    await store.keep(runOf(3, "failed"), "unclaimed");
    await store.keep(runOf(1, "prober_error"), "unclaimed");
    expect([store.spool.count, store.spool.oldestSlotMs]).toEqual([3, MINUTE_MS]);
    expect([await agreed("ok"), await agreed("failed")]).toEqual([1, 1]);
  });

  test.each<[string, () => unknown]>([
    ["the database goes away", () => (fault = away)],
    ["the clock was set", () => (aheadMs = 2 * MINUTE_MS)],
  ])("is spooled when %s during the run", async (_name, happen) => {
    happen();
    await store.keep(runOf(1), "ours");
    expect(store.spool.count).toBe(1);
    expect(await agreed("ok")).toBe(1);
  });

  test("that the database refuses is given up, and only that one", async () => {
    fault = refused;
    await Promise.all([1, 2, 3].map((slot) => store.keep(runOf(slot), "ours")));
    expect(await lost("refused")).toBe(3);
    expect(store.spool.count).toBe(0);
    expect(messages()).toEqual(Array(3).fill("a result is refused and given up"));
    expect(logged.map(({ runs }) => runs)).toEqual(
      [1, 2, 3].map((slot) => [JSON.parse(JSON.stringify(runOf(slot)))]),
    );
  });
});

test.each([
  [999, [0]],
  [1_200, []],
])("results that come every %i ms are gathered from the tenth on: %j", async (everyMs, times) => {
  fault = refused;
  for (let slot = 1; slot <= 10; slot += 1) {
    nowMs += everyMs;
    await store.keep(runOf(slot), "ours");
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(gathered).toEqual(times);
});

describe("the beginning", () => {
  test("enrolls once, by the database's clock", async () => {
    aheadMs = 20_000;
    await store.enroll();
    await store.enroll();
    expect(enrolledAt).toEqual([nowMs - 20_000]);
  });

  test("enrolls again after that failed", async () => {
    fault = away;
    await expect(store.enroll()).rejects.toBe(away);
    fault = undefined;
    await store.enroll();
    expect(enrolledAt).toEqual([nowMs]);
  });

  test("waits for a database that is away, and fails for any other fault", async () => {
    fault = away;
    await store.begin();
    expect(store.isDatabaseUp).toBe(false);
    expect(await store.mayWrite()).toBe(false);
    await store.spool.close();
    fault = refused;
    store = await open();
    await expect(store.begin()).rejects.toBe(refused);
  });

  test("leaves what is spooled for later where the database is away", async () => {
    await store.keep(runOf(1), "unclaimed");
    fault = away;
    await store.begin();
    expect(store.isDatabaseUp).toBe(false);
    expect(store.spool.count).toBe(1);
  });
});

test("a question for the clock that fails does not allow to write", async () => {
  fault = away;
  expect(await store.mayWrite()).toBe(false);
  expect(store.isDatabaseUp).toBe(false);
});

describe("the spool is tried again", () => {
  test("every five seconds at most, also by a clock that was set back", async () => {
    fault = away;
    await store.claim(claim);
    [fault, enrollFault] = [undefined, away];
    for (nowMs of [100_000, 104_999, 105_000, 100_001, 100_000]) await store.retry(nowMs);
    expect(enrolledAt).toEqual([100_000, 105_000, 100_000]);
  });

  test("not while the database is there and nothing waits", async () => {
    await store.retry(nowMs);
    expect(enrolledAt).toEqual([]);
  });

  test("and what waits stays where the clock is off", async () => {
    await store.keep(runOf(1), "unclaimed");
    aheadMs = 2 * MINUTE_MS;
    await store.retry(nowMs);
    expect(enrolledAt).toEqual([nowMs - aheadMs]);
    expect(store.spool.count).toBe(1);
    // Once the clock is set, results go to the database again, which refuses this one.
    [aheadMs, fault] = [0, refused];
    nowMs += 2_000;
    await store.keep(runOf(2), "ours");
    expect(store.spool.count).toBe(1);
    expect(await lost("refused")).toBe(1);
  });
});

describe("the periodic work", () => {
  test("notes that the prober was seen", async () => {
    await store.keep(runOf(1), "unclaimed");
    // Another try has just been made, so that nothing is stored now.
    aheadMs = 2 * MINUTE_MS;
    await store.retry(nowMs);
    await store.sweep(nowMs);
    expect(seenAt).toEqual([]);
    aheadMs = 0;
    nowMs += 2_000;
    await store.sweep(nowMs);
    expect(seenAt).toEqual([nowMs]);
  });

  test("finds that the database is away", async () => {
    fault = away;
    await store.sweep(nowMs);
    expect(store.isDatabaseUp).toBe(false);
    expect(seenAt).toEqual([]);
  });
});

describe("what is lost of the spool is counted and logged", () => {
  test("when it is full", async () => {
    await store.spool.close();
    store = await open(0.002);
    for (let slot = 1; slot <= 20; slot += 1) await store.keep(runOf(slot), "unclaimed");
    const dropped = await lost("spool_full");
    expect(dropped).toBeGreaterThan(0);
    expect(store.spool.count + dropped).toBe(20);
    expect(logged[0]).toMatchObject({
      level: 50,
      spoolMegabytes: 0.002,
      msg: "the spool is full: its oldest results are given up",
    });
  });

  test("when it cannot be written", async () => {
    await rm(path.join(dataDirectory, "spool"), { recursive: true });
    await store.keep(runOf(1), "unclaimed");
    await store.keep(runOf(2), "unclaimed");
    await store.spool.close();
    expect(await lost("spool_unwritable")).toBe(2);
    expect(messages()).toEqual([
      "the spool cannot be written: results wait in memory until it can",
      "the spool cannot be written: results that waited are given up",
    ]);
  });
});
