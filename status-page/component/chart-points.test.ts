import { describe, expect, test } from "vitest";
import type { CheckRunsView } from "#status-api/page/page-view-runs.ts";
import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { TEXTS } from "../texts/texts.ts";
import { pointsOfFigures, pointsOfRuns } from "./chart-points.ts";

const TEXTS_IN_ENGLISH = TEXTS.en.component;
const HALF_HOUR_MS = 30 * MINUTE_MS;

describe("points of runs", () => {
  const runs: CheckRunsView = {
    id: "synthesis",
    location: "istanbul",
    // Half an hour before ten, so that the first hour of the table has one run alone.
    fromMs: 10 * HOUR_MS - HALF_HOUR_MS,
    stepMs: HALF_HOUR_MS,
    durationMs: [100, 200, 400, null, null, 300],
    failedMs: [11 * HOUR_MS],
    wordError: { heard: true, values: [0.5, 0, 0.5, 0.25, 0.75, null] },
  };
  const atMs = [0, 1, 2, 3, 4, 5].map((step) => 9.5 * HOUR_MS + step * HALF_HOUR_MS);
  const hoursMs = [9, 10, 11, 12].map((hour) => hour * HOUR_MS);

  test("are drawn one by one", () => {
    const { location, stepMs, failedMs, duration, wordError } = pointsOfRuns(
      runs,
      TEXTS_IN_ENGLISH,
    );
    expect({ location, stepMs, failedMs }).toEqual({
      location: "istanbul",
      stepMs: HALF_HOUR_MS,
      failedMs: [11 * HOUR_MS],
    });
    expect(duration.data).toEqual({
      atMs,
      series: [{ label: "each check", values: runs.durationMs }],
    });
    expect(wordError?.data).toEqual({
      atMs,
      series: [{ label: "each check", values: runs.wordError?.values }],
    });
    expect(wordError?.heard).toBe(true);
  });

  test("are a table of hours: percentiles of durations, mean and worst of word errors", () => {
    const { duration, wordError } = pointsOfRuns(runs, TEXTS_IN_ENGLISH);
    expect(duration.tableData?.atMs).toEqual(hoursMs);
    expect(duration.tableData?.series).toEqual([
      { label: "p50", values: [100, 300, null, 300] },
      { label: "p95", values: [100, 390, null, 300] },
      { label: "p99", values: [100, 398, null, 300] },
    ]);
    expect(wordError?.tableData).toEqual({
      atMs: hoursMs,
      series: [
        { label: "mean", values: [0.5, 0.25, 0.5, null] },
        { label: "worst", values: [0.5, 0.5, 0.75, null] },
      ],
    });
  });

  test("have no word errors where no words are compared", () => {
    expect(pointsOfRuns({ ...runs, wordError: null }, TEXTS_IN_ENGLISH).wordError).toBeNull();
  });
});

describe("points of figures", () => {
  const view = { fromMs: 6 * HOUR_MS, stepMs: 6 * HOUR_MS, points: 2, checks: [] };
  const figures = {
    id: "synthesis",
    location: "izmir",
    durationMs: { p50: [1, null], p95: [2, 20], p99: [3, 30] },
    wordError: { heard: false, mean: [0.1, null], max: [0.4, 0.5] },
  };
  const atMs = [6 * HOUR_MS, 12 * HOUR_MS];

  test("are the percentiles of the durations, and mean and worst of the word errors", () => {
    expect(pointsOfFigures(view, figures, TEXTS_IN_ENGLISH)).toEqual({
      location: "izmir",
      stepMs: 6 * HOUR_MS,
      failedMs: [],
      duration: {
        data: {
          atMs,
          series: [
            { label: "p50", values: [1, null] },
            { label: "p95", values: [2, 20] },
            { label: "p99", values: [3, 30] },
          ],
        },
      },
      wordError: {
        heard: false,
        data: {
          atMs,
          series: [
            { label: "mean", values: [0.1, null] },
            { label: "worst", values: [0.4, 0.5] },
          ],
        },
      },
    });
  });

  test("have no word errors where no words are compared", () => {
    const plain = { ...figures, wordError: null };
    expect(pointsOfFigures(view, plain, TEXTS_IN_ENGLISH).wordError).toBeNull();
  });
});
