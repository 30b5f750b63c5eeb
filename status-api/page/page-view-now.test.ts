import { expect, test } from "vitest";
import { checksNow } from "./page-view-now.ts";

const minuteMs = 60_000;
const nowMs = Date.parse("2026-11-24T12:00:20Z");
const noonMs = Date.parse("2026-11-24T12:00:00Z");

const check = {
  id: "web-page",
  componentId: "web",
  kind: "page",
  periodMs: minuteMs,
  runbookUrl: null,
  keepsRuns: false,
};

const run = (
  minutesAgo: number,
  result: "ok" | "failed" | "degraded" | "prober_error",
  location = "ankara",
) => ({
  checkId: "web-page",
  location,
  slotMs: noonMs - minutesAgo * minuteMs,
  result,
  reason: result === "failed" ? "timeout" : null,
  message: null,
  durationMs: 100,
  wordError: null,
});

const placeOf = (...runs: readonly ReturnType<typeof run>[]) =>
  checksNow([check], runs, nowMs).get("web")![0]!.locations[0]!;

test("each location has its last run, and how many before it did not pass", () => {
  const place = placeOf(run(5, "ok"), run(4, "failed"), run(3, "prober_error"), run(2, "failed"));
  expect(place).toMatchObject({
    location: "ankara",
    slotMs: noonMs - 2 * minuteMs,
    result: "failed",
    badRuns: 2,
    durationsMs: [100, null, null, null],
    wordErrors: [],
  });
  expect(placeOf(run(2, "failed"), run(1, "ok")).badRuns).toBe(0);
});

test("slots without a run are missed, but for the one that is running", () => {
  expect(placeOf(run(5, "ok"), run(2, "ok"), run(1, "ok")).missedSlots).toBe(2);
  expect(placeOf(run(3, "ok")).missedSlots).toBe(2);
  const whole = placeOf(run(2, "ok"), run(1, "ok"), run(0, "ok"));
  expect(whole).toMatchObject({ missedSlots: 0, nextSlotMs: noonMs + minuteMs });
});

test("a check that has not run has no location", () => {
  expect(checksNow([check], [], nowMs).get("web")).toMatchObject([{ locations: [] }]);
});
