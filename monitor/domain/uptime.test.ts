import { DAY_MS } from "#units/time.ts";
import { describe, expect, test } from "vitest";
import type { ComponentStatus } from "./component-status.ts";
import {
  coveragePercent,
  durationsByDay,
  durationsWithin,
  observedMs,
  type StateInterval,
  uptimePercent,
  uptimeWindow,
  WINDOW_DAYS,
} from "./uptime.ts";

const minuteMs = 60_000;
const at = (iso: string): number => Date.parse(`${iso}Z`);
const interval = (status: ComponentStatus, from: string, to: string): StateInterval => ({
  status,
  fromMs: at(from),
  toMs: at(to),
});

const now = at("2026-11-21T06:00:00");
const window = uptimeWindow(now);
const durationsOf = (...intervals: StateInterval[]) => durationsWithin(intervals, window);

describe("the window", () => {
  test("is 90 UTC days, today included, up to now", () => {
    const days = durationsByDay([], window);
    expect(days).toHaveLength(WINDOW_DAYS);
    expect(days[0]?.date).toBe("2026-08-24");
    expect(days.at(-1)?.date).toBe("2026-11-21");
    expect(days[0]?.durationsMs.unknown).toBe(DAY_MS);
    expect(days.at(-1)?.durationsMs.unknown).toBe(6 * 60 * minuteMs);
  });

  test("at midnight ends with a day that has no length yet", () => {
    const midnight = uptimeWindow(at("2026-11-21T00:00:00"));
    const days = durationsByDay([], midnight);
    expect(days).toHaveLength(WINDOW_DAYS);
    expect(days.at(-1)?.date).toBe("2026-11-21");
    expect(observedMs(durationsWithin([], midnight))).toBe(0);
    expect(days.at(-1)?.durationsMs.unknown).toBe(0);
  });

  test("cuts off what began before it", () => {
    const days = durationsByDay(
      [interval("major_outage", "2026-01-01T00:00:00", "2026-08-24T00:10:00")],
      window,
    );
    expect(days[0]?.durationsMs.major_outage).toBe(10 * minuteMs);
  });

  test("does not count what lies ahead of now", () => {
    const days = durationsByDay(
      [interval("operational", "2026-11-21T05:00:00", "2026-11-22T00:00:00")],
      window,
    );
    expect(days.at(-1)?.durationsMs.operational).toBe(60 * minuteMs);
  });

  test("leaves out what ended before it", () => {
    expect(
      observedMs(
        durationsOf(interval("operational", "2026-01-01T00:00:00", "2026-08-24T00:00:00")),
      ),
    ).toBe(0);
  });
});

describe("a day", () => {
  test("gets its part of an outage over midnight", () => {
    const days = durationsByDay(
      [interval("major_outage", "2026-11-19T23:59:30", "2026-11-20T00:01:00")],
      window,
    );
    expect(days.at(-3)?.durationsMs.major_outage).toBe(30_000);
    expect(days.at(-2)?.durationsMs.major_outage).toBe(60_000);
  });

  test("is full when an interval covers it from midnight to midnight", () => {
    const days = durationsByDay(
      [interval("operational", "2026-11-19T00:00:00", "2026-11-20T00:00:00")],
      window,
    );
    expect(days.at(-3)).toEqual({
      date: "2026-11-19",
      durationsMs: expect.objectContaining({ operational: DAY_MS, unknown: 0 }),
    });
    expect(days.at(-2)?.durationsMs.operational).toBe(0);
  });

  test("counts gaps between intervals as unknown", () => {
    const days = durationsByDay(
      [
        interval("operational", "2026-11-20T00:00:00", "2026-11-20T10:00:00"),
        interval("operational", "2026-11-20T11:00:00", "2026-11-21T00:00:00"),
      ],
      window,
    );
    expect(days.at(-2)?.durationsMs.unknown).toBe(60 * minuteMs);
  });
});

describe("uptime", () => {
  test("is 100 with coverage 0 when nothing was observed", () => {
    expect(uptimePercent(durationsOf())).toBe(100);
    expect(coveragePercent(durationsOf())).toBe(0);
  });

  test("is 100 when all that was observed was maintenance", () => {
    const durations = durationsOf(
      interval("under_maintenance", "2026-11-20T00:00:00", "2026-11-20T01:00:00"),
    );
    expect(uptimePercent(durations)).toBe(100);
    expect(coveragePercent(durations)).toBeGreaterThan(0);
  });

  test("counts neither maintenance nor what nobody saw, beside an outage", () => {
    const outage = interval("major_outage", "2026-11-20T00:00:00", "2026-11-20T01:00:00");
    const health = interval("operational", "2026-11-20T01:00:00", "2026-11-20T04:00:00");
    const maintenance = interval("under_maintenance", "2026-11-20T04:00:00", "2026-11-20T12:00:00");
    expect(uptimePercent(durationsOf(outage, health))).toBe(75);
    expect(uptimePercent(durationsOf(outage, health, maintenance))).toBe(75);
  });

  test("weighs a major outage fully, a partial one by 0.3 and a degradation not at all", () => {
    const hourThen = (status: ComponentStatus) =>
      uptimePercent(
        durationsOf(
          interval("operational", "2026-11-20T00:00:00", "2026-11-20T09:00:00"),
          interval(status, "2026-11-20T09:00:00", "2026-11-20T10:00:00"),
        ),
      );
    expect(hourThen("major_outage")).toBe(90);
    expect(hourThen("partial_outage")).toBe(97);
    expect(hourThen("degraded_performance")).toBe(100);
    expect(hourThen("under_maintenance")).toBe(100);
    expect(hourThen("unknown")).toBe(100);
  });

  test("is floored: one second of outage in 90 days is below 100", () => {
    const durations = durationsOf(
      interval("operational", "2026-08-24T00:00:00", "2026-11-21T05:59:59"),
      interval("major_outage", "2026-11-21T05:59:59", "2026-11-21T06:00:00"),
    );
    expect(uptimePercent(durations)).toBe(99.99);
    expect(coveragePercent(durations)).toBe(100);
  });

  test("is exact where binary fractions are not", () => {
    // 100 × (1 − 0.3) in floating point is below 70 for some lengths, and its floor 69.99.
    for (let hours = 1; hours <= 24; hours += 1) {
      const fromMs = at("2026-11-20T00:00:00");
      const toMs = fromMs + hours * 60 * minuteMs;
      expect(uptimePercent(durationsOf({ status: "partial_outage", fromMs, toMs }))).toBe(70);
    }
  });

  test("takes other weights", () => {
    const durations = durationsOf(
      interval("partial_outage", "2026-11-20T00:00:00", "2026-11-20T01:00:00"),
    );
    expect(uptimePercent(durations, { partial_outage: 0.5, major_outage: 1 })).toBe(50);
  });

  test("reports the smallest coverage as more than none", () => {
    const durations = durationsOf(
      interval("operational", "2026-11-21T05:59:30", "2026-11-21T06:00:00"),
    );
    expect(coveragePercent(durations)).toBe(0.0003);
  });
});
