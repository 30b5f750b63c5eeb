import { describe, expect, test } from "vitest";
import type { CheckRuns } from "#monitor/store/runs.ts";
import { presentView, runsView } from "./page-view-runs.ts";

const minuteMs = 60_000;
const now = Date.parse("2026-11-21T12:20:30Z");
const yesterday = Date.parse("2026-11-20T13:00:00Z");

const runAt = (iso: string, changes: Partial<CheckRuns["runs"][number]> = {}) => ({
  slotMs: Date.parse(iso),
  durationMs: 100,
  hasFailed: false,
  wordError: null,
  heardWordError: null,
  ...changes,
});

const seriesOf = (...runs: CheckRuns["runs"]): CheckRuns[] => [
  { checkId: "stt-round-trip", location: "local", periodSeconds: 120, runs },
];

describe("a chart of runs", () => {
  test("is there from the first run on, and spans an hour at least", () => {
    const [view] = runsView(seriesOf(runAt("2026-11-21T12:20:00Z")), yesterday, now);
    expect(view?.fromMs).toBe(Date.parse("2026-11-21T11:20:00Z"));
    expect(view?.stepMs).toBe(2 * minuteMs);
    expect(view?.durationMs).toEqual([...Array.from({ length: 30 }, () => null), 100]);
    expect(view?.wordError).toBeNull();
  });

  test("begins with the first run of the range, and has a gap where a run is missing or failed", () => {
    const runs = [
      runAt("2026-11-20T13:00:00Z", { durationMs: 41.4 }),
      runAt("2026-11-20T13:02:00Z", { durationMs: null, hasFailed: true, wordError: 1 }),
      runAt("2026-11-20T13:06:00Z", { wordError: 0.04761 }),
    ];
    const [view] = runsView(seriesOf(...runs), yesterday, now);
    expect(view?.fromMs).toBe(yesterday);
    expect(view?.durationMs.slice(0, 4)).toEqual([41, null, null, 100]);
    expect(view?.failedMs).toEqual([yesterday + 2 * minuteMs]);
    expect(view?.wordError?.heard).toBe(false);
    expect(view?.wordError?.values.slice(0, 4)).toEqual([null, 1, null, 0.0476]);
    expect(view?.durationMs.length).toBe((23 * 60 + 20) / 2 + 1);
  });
});

describe("how a check is at present", () => {
  test("is told by the runs of the last hour alone", () => {
    const runs = [
      runAt("2026-11-21T11:20:00Z", { durationMs: 9000, heardWordError: 1 }),
      runAt("2026-11-21T12:00:00Z", { durationMs: 100, heardWordError: 0.1 }),
      runAt("2026-11-21T12:02:00Z", { durationMs: 300, heardWordError: 0 }),
      runAt("2026-11-21T12:04:00Z", { durationMs: null }),
    ];
    expect(presentView(seriesOf(...runs), now)).toEqual([
      {
        id: "stt-round-trip",
        location: "local",
        durationMs: { p50: 200, p95: 290 },
        wordError: 0.05,
      },
    ]);
  });

  test("is not told where nothing passed, and nothing is said where nothing ran", () => {
    const failed = runAt("2026-11-21T12:00:00Z", { durationMs: null });
    expect(presentView(seriesOf(failed), now)[0]?.durationMs).toBeNull();
    expect(presentView(seriesOf(runAt("2026-11-21T09:00:00Z")), now)).toEqual([]);
  });
});
