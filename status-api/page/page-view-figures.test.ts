import { describe, expect, test } from "vitest";
import type { CheckFigures, HourFigures } from "#monitor/store/figures.ts";
import { figuresView, firstPointDueMs, rangeStartMs } from "./page-view-figures.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-11-21T12:20:00Z");

const hour = (iso: string, changes: Partial<HourFigures> = {}): HourFigures => ({
  hourMs: Date.parse(iso),
  count: 30,
  failures: 0,
  degraded: 0,
  proberErrors: 0,
  missed: 0,
  durationMs: null,
  phasesMs: {},
  measures: {},
  ...changes,
});

const checkOf = (...hours: HourFigures[]): CheckFigures => ({
  checkId: "tts-round-trip",
  kind: "synthesis",
  periodSeconds: 120,
  location: "local",
  hours,
});

const took = (p50: number) => ({ durationMs: { p50, p95: 2 * p50, p99: 3 * p50 } });

describe("a range of charts", () => {
  test.each([
    { range: "24h", points: 24, stepMs: hourMs },
    { range: "7d", points: 168, stepMs: hourMs },
    { range: "30d", points: 120, stepMs: 6 * hourMs },
    { range: "90d", points: 90, stepMs: 24 * hourMs },
  ] as const)("$range is $points points and ends with the one that holds now", (expected) => {
    const { range, points, stepMs } = expected;
    const view = figuresView([], range, now);
    expect(view).toMatchObject({ points, stepMs, fromMs: rangeStartMs(range, now) });
    const lastMs = view.fromMs + (points - 1) * stepMs;
    expect(lastMs).toBeLessThanOrEqual(now);
    expect(lastMs + stepMs).toBeGreaterThan(now);
  });

  test("has each hour where it belongs, and gaps where nothing was measured", () => {
    const { checks } = figuresView([checkOf(hour("2026-11-21T11:00:00Z", took(100)))], "24h", now);
    const expected = Array.from({ length: 24 }, (_, index) => (index === 22 ? 100 : null));
    expect(checks[0]?.durationMs.p50).toEqual(expected);
    expect(checks[0]?.durationMs.p99[22]).toBe(300);
  });

  test("takes the median of the hours that are one point", () => {
    const hours = [100, 900, 200].map((p50, index) =>
      hour(`2026-11-21T0${index}:00:00Z`, took(p50)),
    );
    const [check] = figuresView([checkOf(...hours)], "90d", now).checks;
    expect(check?.durationMs.p50.at(-1)).toBe(200);
  });
});

describe("word errors", () => {
  const measured = (iso: string, count: number, mean: number, max: number) =>
    hour(iso, { count, measures: { heard_word_error_ratio: { mean, max } } });

  test("are weighed by how many runs an hour had, and keep the worst", () => {
    const check = checkOf(
      measured("2026-11-21T01:00:00Z", 10, 0.1, 0.2),
      measured("2026-11-21T02:00:00Z", 30, 0.02, 0.5),
    );
    const { wordError } = figuresView([check], "90d", now).checks[0] ?? {};
    expect(wordError?.heard).toBe(true);
    expect(wordError?.mean.at(-1)).toBe(0.04);
    expect(wordError?.max.at(-1)).toBe(0.5);
  });

  test("are not told of checks that compare no words", () => {
    const view = figuresView([checkOf(hour("2026-11-21T11:00:00Z", took(10)))], "24h", now);
    expect(view.checks[0]?.wordError).toBeNull();
  });
});

describe("the first point of a chart", () => {
  const check = { scheduledSinceMs: Date.parse("2026-11-21T12:19:30Z"), periodSeconds: 120 };
  const due = (range: "24h" | "7d", iso: string) => {
    const dueMs = firstPointDueMs(check, range, Date.parse(iso));
    return dueMs === null ? null : new Date(dueMs).toISOString().slice("2026-11-21T".length, -8);
  };

  test("is a run of the slot in which it was set up or of the next one", () => {
    expect(due("24h", "2026-11-21T12:20:00Z")).toBe("12:22");
    expect(due("24h", "2026-11-21T12:22:00Z")).toBeNull();
  });

  test("of a longer range is due once the hour is over and its figures are made", () => {
    expect(due("7d", "2026-11-21T12:20:00Z")).toBe("13:06");
    expect(due("7d", "2026-11-21T13:06:00Z")).toBeNull();
  });

  test("is not promised where nobody noted since when the check has been", () => {
    expect(firstPointDueMs({ ...check, scheduledSinceMs: null }, "24h", now)).toBeNull();
  });
});
