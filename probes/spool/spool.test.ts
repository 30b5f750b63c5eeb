import { appendFile, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { openSpool, type Spool } from "./spool.ts";

const minuteMs = 60_000;
let directory: string;
let dropped: number;
let unreadable: string[];
let events: string[];
let lost: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "spool-"));
  dropped = 0;
  unreadable = [];
  events = [];
  lost = 0;
});
afterEach(() => rm(directory, { recursive: true }));

function openAs(prober: string, maximumBytes = 1_000_000): Promise<Spool> {
  return openSpool({
    directory,
    prober,
    maximumBytes,
    onDropped: (runs) => (dropped += runs),
    onUnwritable: () => events.push("unwritable"),
    onWritable: () => events.push("writable"),
    onLost: (runs) => (lost += runs),
    onUnreadable: (_file, line) => unreadable.push(line),
  });
}

function runOf(slot: number, prober = "a"): SlotRun {
  const attempt = { result: "ok", reason: null, message: null, phases: { connect: 1 } } as const;
  return {
    checkId: "web",
    periodMs: minuteMs,
    location: "here",
    prober,
    slotMs: slot * minuteMs,
    attempts: [
      { ...attempt, measures: {}, startedAtMs: slot * minuteMs, durationMs: 5, attempt: 1 },
    ],
  };
}

async function slotsOf(spool: Spool): Promise<number[]> {
  const slots: number[] = [];
  for (const file of await spool.files()) {
    for (const { slotMs } of await file.read()) slots.push(slotMs / minuteMs);
  }
  return slots;
}

describe("a spool", () => {
  test("gives back what was appended, in order, and says how much and how old it is", async () => {
    await using spool = await openAs("a");
    expect([spool.count, spool.oldestSlotMs]).toEqual([0, undefined]);
    await Promise.all([1, 2, 3].map((slot) => spool.append(runOf(slot))));
    expect([spool.count, spool.oldestSlotMs]).toEqual([3, minuteMs]);
    expect(await slotsOf(spool)).toEqual([1, 2, 3]);
    await spool.append(runOf(4));
    expect(await slotsOf(spool)).toEqual([1, 2, 3, 4]);
    const [first] = await spool.files();
    expect(await first?.read()).toEqual([1, 2, 3].map((slot) => runOf(slot)));
    for (const file of await spool.files()) await file.done();
    expect([spool.count, spool.oldestSlotMs]).toEqual([0, undefined]);
    await spool.close();
    expect(await readdir(directory)).toEqual([]);
  });

  test("keeps what is appended while it writes", async () => {
    await using spool = await openAs("a");
    const appended: Promise<void>[] = [];
    for (let slot = 0; slot < 200; slot += 1) {
      appended.push(spool.append(runOf(slot)));
      if (slot % 7 === 0) await new Promise((next) => setImmediate(next));
    }
    await Promise.all(appended);
    expect(await slotsOf(spool)).toEqual(Array.from({ length: 200 }, (_, slot) => slot));
  });

  test("is taken over from a prober that is gone, but not from one that runs", async () => {
    const gone = await openAs("gone");
    await gone.append(runOf(5, "gone"));
    await gone.append(runOf(6, "gone"));
    await gone.close();
    await using running = await openAs("running");
    await running.append(runOf(7, "running"));

    const next = await openAs("next");
    await next.append(runOf(8, "next"));
    const adopted = [running, next].map(slotsOf);
    expect(await Promise.all(adopted)).toEqual([[5, 6, 7], [8]]);
    await next.close();
  });

  test("names a torn line, and reads those around it", async () => {
    const gone = await openAs("gone");
    await gone.append(runOf(1, "gone"));
    await gone.close();
    const [file = ""] = await readdir(directory);
    await appendFile(join(directory, file), '{"checkId":"web","slo');
    await using next = await openAs("next");
    await next.append(runOf(2, "next"));
    expect(next.count).toBe(2);
    expect(await slotsOf(next)).toEqual([1, 2]);
    expect(unreadable).toEqual(['{"checkId":"web","slo']);
  });

  test("stays within its bound, gives up the oldest and says how many", async () => {
    const lineBytes = JSON.stringify(runOf(10)).length + 1;
    await using spool = await openAs("a", 16 * lineBytes);
    for (let slot = 10; slot < 50; slot += 1) await spool.append(runOf(slot));
    const slots = await slotsOf(spool);
    expect(slots.length).toBeLessThanOrEqual(16);
    expect(slots.length).toBeGreaterThanOrEqual(13);
    expect(slots).toEqual(slots.map((_slot, index) => 50 - slots.length + index));
    expect(dropped).toBe(40 - slots.length);
    expect(spool.count).toBe(slots.length);
  });

  test("that cannot be written holds results in memory, and writes them when it can", async () => {
    await using spool = await openAs("a");
    const away = `${directory}-away`;
    await rename(directory, away);
    for (let slot = 1; slot <= 3; slot += 1) await spool.append(runOf(slot));
    expect([spool.count, spool.oldestSlotMs, events]).toEqual([3, minuteMs, ["unwritable"]]);
    expect(await slotsOf(spool)).toEqual([1, 2, 3]);
    await rename(away, directory);
    await spool.append(runOf(4));
    expect([spool.count, lost, events]).toEqual([4, 0, ["unwritable", "writable"]]);
    expect(await slotsOf(spool)).toEqual([1, 2, 3, 4]);
  });

  test("gives up the oldest of what it holds in memory beyond its bound, and the rest at its end, and counts both", async () => {
    const lineBytes = JSON.stringify(runOf(30)).length + 1;
    const spool = await openAs("a", 5 * lineBytes);
    const away = `${directory}-away`;
    await rename(directory, away);
    for (let slot = 20; slot < 28; slot += 1) await spool.append(runOf(slot));
    expect(await slotsOf(spool)).toEqual([23, 24, 25, 26, 27]);
    expect(lost).toBe(3);
    for (const file of await spool.files()) await file.done();
    expect(spool.count).toBe(0);
    await spool.append(runOf(28));
    await spool.close();
    expect(lost).toBe(4);
    await rename(away, directory);
  });
});
