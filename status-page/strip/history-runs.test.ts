import { expect, test } from "vitest";
import type { DayView } from "#status-api/page/page-view-component.ts";
import { historyRuns, runOf } from "./history-runs.ts";

const up = (date: string): DayView => ({
  date,
  status: "operational",
  durationsMs: { operational: 10 },
});
const unseen = (date: string): DayView => ({
  date,
  status: "unknown",
  durationsMs: { unknown: 10 },
});
const outage = (date: string): DayView => ({
  date,
  status: "major_outage",
  durationsMs: { operational: 7, major_outage: 3 },
});

const runs = historyRuns([
  unseen("2026-11-01"),
  unseen("2026-11-02"),
  up("2026-11-03"),
  outage("2026-11-04"),
  outage("2026-11-05"),
  up("2026-11-06"),
  up("2026-11-07"),
  { date: "2026-11-08", status: "operational", durationsMs: {} },
]);

test("days of one status are one line, days with more to tell stand alone, newest first", () => {
  expect(runs.map(({ firstDate, lastDate, status }) => [firstDate, lastDate, status])).toEqual([
    ["2026-11-06", "2026-11-08", "operational"],
    ["2026-11-05", "2026-11-05", "major_outage"],
    ["2026-11-04", "2026-11-04", "major_outage"],
    ["2026-11-03", "2026-11-03", "operational"],
    ["2026-11-01", "2026-11-02", "unknown"],
  ]);
});

test("a line adds up its days", () => {
  expect(runs[0]?.durationsMs).toEqual({ operational: 20 });
  expect(runs[1]?.durationsMs).toEqual({ operational: 7, major_outage: 3 });
});

test("every day is found in its line", () => {
  expect(runOf(runs, "2026-11-07")).toBe(runs[0]);
  expect(runOf(runs, "2026-11-01")).toBe(runs[4]);
  expect(runOf(runs, "2026-12-01")).toBeUndefined();
});
