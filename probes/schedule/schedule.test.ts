import { describe, expect, test } from "vitest";

import {
  dueSlots,
  firstRound,
  Lookout,
  type ScheduledCheck,
  slotAt,
  spreadOffsetMs,
} from "./schedule.ts";

const noonMs = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;
const everyMinute: ScheduledCheck = { id: "minute", periodMs: minuteMs, offsetMs: 20_000 };
const everyTwoMinutes: ScheduledCheck = { id: "two", periodMs: 2 * minuteMs, offsetMs: 70_000 };
const checks = [everyMinute, everyTwoMinutes];

describe("slots", () => {
  test("are whole minutes in UTC, whatever the period", () => {
    expect(slotAt(noonMs + 59_999, minuteMs)).toBe(noonMs);
    expect(slotAt(noonMs + 61_000, 2 * minuteMs)).toBe(noonMs);
  });

  test("are spread over the period, evenly for any number of checks", () => {
    for (const count of [2, 7, 14, 100]) {
      const offsets = Array.from({ length: count }, (_, index) => spreadOffsetMs(index, minuteMs));
      const sorted = [...offsets, minuteMs].toSorted((a, b) => a - b);
      const gaps = sorted.map((offset, index) => offset - (sorted[index - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan((minuteMs / count) * 1.7 + 1);
      expect(offsets.every((offset) => offset >= 0 && offset < minuteMs)).toBe(true);
    }
  });
});

describe("the first round", () => {
  test("runs the slots that lie in now, at once", () => {
    expect(firstRound(checks, noonMs + 61_000)).toEqual([
      { checkId: "minute", slotMs: noonMs + minuteMs, lagMs: 0, missed: 0 },
      { checkId: "two", slotMs: noonMs, lagMs: 0, missed: 0 },
    ]);
  });
});

describe("due slots", () => {
  test("come at their offset, once", () => {
    const ledger = new Map([
      ["minute", noonMs - minuteMs],
      ["two", noonMs - 2 * minuteMs],
    ]);
    expect(dueSlots(checks, ledger, noonMs + 19_999)).toEqual([]);
    expect(dueSlots(checks, ledger, noonMs + 20_250)).toEqual([
      { checkId: "minute", slotMs: noonMs, lagMs: 250, missed: 0 },
    ]);
    ledger.set("minute", noonMs);
    expect(dueSlots(checks, ledger, noonMs + 20_500)).toEqual([]);
    expect(dueSlots(checks, ledger, noonMs + 70_000)).toEqual([
      { checkId: "two", slotMs: noonMs, lagMs: 0, missed: 0 },
    ]);
  });

  test("that passed without a tick are missed; the newest one is run", () => {
    const ledger = new Map([["minute", noonMs]]);
    expect(dueSlots([everyMinute], ledger, noonMs + 5 * minuteMs + 30_000)).toEqual([
      { checkId: "minute", slotMs: noonMs + 5 * minuteMs, lagMs: 10_000, missed: 4 },
    ]);
  });

  test("do not come again when the clock is set back", () => {
    const ledger = new Map([["minute", noonMs]]);
    expect(dueSlots([everyMinute], ledger, noonMs - 60 * minuteMs)).toEqual([]);
    expect(dueSlots([everyMinute], ledger, noonMs + 30_000)).toEqual([]);
  });

  test("of a first round that ran early do not run a second time", () => {
    const ledger = new Map([["minute", noonMs]]);
    expect(dueSlots([everyMinute], ledger, noonMs + 20_000)).toEqual([]);
    expect(dueSlots([everyMinute], ledger, noonMs + 80_000)).toHaveLength(1);
  });
});

describe("a lookout", () => {
  test("finds what is due between its looks, each slot once, as a look at all would", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      id: `check-${index}`,
      periodMs: minuteMs,
      offsetMs: spreadOffsetMs(index, minuteMs),
    }));
    const lookout = new Lookout(many);
    const ledgers = [new Map<string, number>(), new Map<string, number>()] as const;
    for (const { checkId, slotMs } of firstRound(many, noonMs)) {
      for (const ledger of ledgers) ledger.set(checkId, slotMs);
    }
    let found = 0;
    for (let nowMs = noonMs; nowMs < noonMs + 3 * minuteMs; nowMs += 70) {
      const due = lookout.due(ledgers[0], nowMs);
      expect(due).toEqual(dueSlots(many, ledgers[1], nowMs));
      for (const { checkId, slotMs } of due) {
        for (const ledger of ledgers) ledger.set(checkId, slotMs);
      }
      found += due.length;
    }
    expect(found).toBe(2 * many.length);
  });

  test("tells how long it is until the next check is due, while that is soon", () => {
    const lookout = new Lookout(checks);
    lookout.due(new Map(), noonMs + 18_500);
    expect(lookout.untilNextMs(noonMs + 18_500)).toBe(1_500);
    expect(lookout.untilNextMs(noonMs + 19_000)).toBe(1_000);
    lookout.due(new Map(), noonMs + 30_000);
    expect(lookout.untilNextMs(noonMs + 30_000)).toBe(Infinity);
  });

  test("notices at once that the clock was set", () => {
    const lookout = new Lookout([everyMinute]);
    const ledger = new Map([["minute", noonMs - minuteMs]]);
    expect(lookout.due(ledger, noonMs)).toEqual([]);
    expect(lookout.due(ledger, noonMs + 30_000)).toHaveLength(1);
    expect(lookout.due(new Map(), noonMs + 20_000)).toHaveLength(1);
  });
});
