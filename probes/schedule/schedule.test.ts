import { describe, expect, test } from "vitest";
import { dueSlots, Schedule, type ScheduledCheck, slotAt, spreadOffsetMs } from "./schedule.ts";

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
    expect(new Schedule(checks).firstRound(checks, noonMs + 61_000)).toEqual([
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

describe("a schedule", () => {
  test("finds what is due between its scans, each slot once, as a look at all checks would", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      id: `check-${index}`,
      periodMs: minuteMs,
      offsetMs: spreadOffsetMs(index, minuteMs),
    }));
    const schedule = new Schedule(many);
    const ledger = new Map<string, number>();
    for (const { checkId, slotMs } of schedule.firstRound(many, noonMs)) {
      ledger.set(checkId, slotMs);
    }
    let found = 0;
    for (let nowMs = noonMs; nowMs < noonMs + 3 * minuteMs; nowMs += 70) {
      const due = schedule.due(nowMs);
      expect(due).toEqual(dueSlots(many, ledger, nowMs));
      for (const { checkId, slotMs } of due) ledger.set(checkId, slotMs);
      found += due.length;
    }
    expect(found).toBe(2 * many.length);
  });

  test("tells how long it is until the next check is due, while that is soon", () => {
    const schedule = new Schedule(checks);
    schedule.due(noonMs + 18_500);
    expect(schedule.untilNextMs(noonMs + 18_500)).toBe(1_500);
    expect(schedule.untilNextMs(noonMs + 19_000)).toBe(1_000);
    schedule.due(noonMs + 30_000);
    expect(schedule.untilNextMs(noonMs + 30_000)).toBe(Infinity);
  });

  test("notices at once that the clock was set", () => {
    const schedule = new Schedule([everyMinute]);
    schedule.firstRound([everyMinute], noonMs - minuteMs);
    expect(schedule.due(noonMs)).toEqual([]);
    expect(schedule.due(noonMs + 30_000)).toHaveLength(1);
    expect(schedule.untilNextMs(noonMs + 30_000)).toBe(Infinity);
    expect(schedule.due(noonMs + 18_500)).toEqual([]);
    expect(schedule.untilNextMs(noonMs + 18_500)).toBe(1_500);
  });

  test("goes on at once when a clock that was two hours ahead is right again", () => {
    const schedule = new Schedule([everyMinute]);
    schedule.firstRound([everyMinute], noonMs);
    expect(schedule.due(noonMs + 120 * minuteMs + 30_000)).toHaveLength(1);
    expect(schedule.due(noonMs + minuteMs + 30_000)).toEqual([
      { checkId: "minute", slotMs: noonMs + minuteMs, lagMs: 10_000, missed: 0 },
    ]);
  });

  test("hands out the slots of a check anew when it begins anew", () => {
    const schedule = new Schedule(checks);
    const [before] = schedule.firstRound([everyMinute], noonMs);
    expect(schedule.isNewest(before!)).toBe(true);
    schedule.change(checks, [everyMinute]);
    expect(schedule.isNewest(before!)).toBe(false);
    expect(schedule.due(noonMs + 30_000)).toContainEqual({
      checkId: "minute",
      slotMs: noonMs,
      lagMs: 10_000,
      missed: 0,
    });
  });
});
