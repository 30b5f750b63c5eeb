import { type CompiledQuery, DummyDriver } from "kysely";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { ProberMetrics } from "../metrics/prober-metrics.ts";
import { replaySpool } from "./replay.ts";
import type { Spool, SpooledFile } from "./spool.ts";
import { drivenDatabase } from "../../test/support/databases/driven-database.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const refused = Object.assign(new Error("violates a constraint"), { code: "23503" });

let fault: Error | undefined;
let events: string[];
/** How many batches were stored, each with its claims. */
let batches: number;
/** How many hours were judged, for each of which the checks are read. */
let judgedHours: number;
let metrics: ProberMetrics;
beforeEach(() => {
  [fault, events, batches, judgedHours] = [undefined, [], 0, 0];
  metrics = new ProberMetrics("ankara");
});

class FaultyDriver extends DummyDriver {
  override async acquireConnection() {
    if (fault !== undefined) throw fault;
    return {
      ...(await super.acquireConnection()),
      // All tables are empty but the one with the revision, whose row is locked for changes.
      executeQuery: async <Row>({ sql }: CompiledQuery) => {
        if (sql.startsWith('insert into "slot_claims"')) batches += 1;
        if (sql.includes('from "checks"')) judgedHours += 1;
        return { rows: (sql.includes('from "revision"') ? [{ number: 1 }] : []) as Row[] };
      },
    };
  }
}
const db = drivenDatabase<StatusDatabase>(new FaultyDriver());

const runAt = (slotMs: number): SlotRun => ({
  checkId: "page",
  periodMs: MINUTE_MS,
  location: "ankara",
  prober: "p1",
  slotMs,
  attempts: [],
});

/** Returns a file with runs, which notes when it is read and done. */
const fileOf = (path: string, runs: readonly SlotRun[]): SpooledFile => ({
  path,
  read: async () => {
    events.push(`read ${path}`);
    return [...runs];
  },
  done: async () => void events.push(`done ${path}`),
});

/** Replays files, of which the spool has the first few at its first look, and all from then on. */
function replay(files: readonly SpooledFile[], count: number, atFirst = files.length) {
  let looks = 0;
  const spool = {
    count,
    files: async () => files.slice(0, (looks += 1) === 1 ? atFirst : files.length),
  };
  return replaySpool({
    db,
    spool: spool as unknown as Spool,
    metrics,
    log: pino({ level: "silent" }),
    now: () => NOW_MS,
    onNearlyEmpty: () => void events.push("nearly empty"),
    onAllStored: async () => {
      events.push("all stored");
      fault = undefined;
    },
  });
}

async function lost(reason: string): Promise<number> {
  const { values } = (await metrics.registry
    .getSingleMetric("probe_lost_results_total")
    ?.get()) ?? {
    values: [],
  };
  return values.find(({ labels }) => labels["reason"] === reason)?.value ?? 0;
}

test("an empty spool is nothing to judge", async () => {
  fault = away;
  expect(await replay([], 0)).toEqual({ runs: 0, stored: 0, recorded: [] });
  expect(events).toEqual(["nearly empty", "all stored"]);
});

test("files stay where the database goes away", async () => {
  fault = away;
  await expect(replay([fileOf("a", [runAt(NOW_MS)])], 1)).rejects.toBe(away);
  expect(events).toEqual(["nearly empty", "read a"]);
  expect(await lost("refused")).toBe(0);
});

test("results that the database refuses are given up one by one", async () => {
  fault = refused;
  const runs = Array.from({ length: 201 }, (_, at) => runAt(NOW_MS - at * MINUTE_MS));
  expect(await replay([fileOf("a", runs)], 201)).toMatchObject({ runs: 201, stored: 0 });
  expect(await lost("refused")).toBe(201);
  expect(events).toEqual(["nearly empty", "read a", "all stored", "done a"]);
});

test("results are stored in batches of 200, before they are judged", async () => {
  const runs = Array.from({ length: 201 }, (_, at) => runAt(NOW_MS - MINUTE_MS - at));
  const files = [fileOf("a", runs.slice(0, 200)), fileOf("b", runs)];
  expect(await replay(files, 401)).toEqual({ runs: 401, stored: 401, recorded: [] });
  expect(batches).toBe(3);
  expect(events).toEqual(["nearly empty", "read a", "read b", "all stored", "done a", "done b"]);
});

test("results are judged from the hour of the oldest on", async () => {
  const at = (hours: number) => runAt(NOW_MS - hours * HOUR_MS);
  await replay([fileOf("a", [at(2), at(5), at(1)]), fileOf("b", [at(3)])], 4);
  expect(judgedHours).toBe(6);
});

test("results of the future are given up", async () => {
  fault = refused;
  const runs = [NOW_MS + 29_999, NOW_MS + 30_000, NOW_MS + MINUTE_MS].map(runAt);
  expect(await replay([fileOf("a", runs)], 3)).toMatchObject({ runs: 1 });
  expect(await lost("wrong_clock")).toBe(2);
  expect(await lost("refused")).toBe(1);
});

test("each file is read once, and results wait in memory once fewer than a thousand are left", async () => {
  fault = refused;
  const files = [fileOf("a", [runAt(NOW_MS)]), fileOf("b", [runAt(NOW_MS)])];
  expect(await replay(files, 1_000, 1)).toMatchObject({ runs: 2 });
  expect(events).toEqual(["read a", "nearly empty", "read b", "all stored", "done a", "done b"]);
});
