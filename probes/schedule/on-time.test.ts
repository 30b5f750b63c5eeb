import { expect, test } from "vitest";
import { OnTimeTracker } from "./on-time.ts";

const minute = { id: "minute", periodMs: 60_000 };
const hour = { id: "hour", periodMs: 3_600_000 };
const noonMs = Date.parse("2026-11-21T12:00:00Z");

test("checks are on time until one of them was not completed for three of its periods", () => {
  const tracker = new OnTimeTracker();
  const isOnTime = (afterMs: number): boolean => tracker.isOnTime([minute, hour], noonMs + afterMs);
  expect(isOnTime(0)).toBe(true);
  tracker.completed("minute", noonMs + 60_000);
  expect(isOnTime(240_000)).toBe(true);
  expect(isOnTime(240_001)).toBe(false);
  tracker.completed("minute", noonMs + 300_000);
  expect(isOnTime(300_000)).toBe(true);
});

test("checks are not on time while a clock that was set back catches up", () => {
  const tracker = new OnTimeTracker();
  tracker.completed("minute", noonMs);
  expect(tracker.isOnTime([minute], noonMs - 3_600_000)).toBe(false);
});
