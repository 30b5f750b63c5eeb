import { expect, test } from "vitest";
import { ArrivalRate, gatherMs } from "./gather-time.ts";

test.each([
  ["a quick one", 1, 200],
  ["one without a clock that moves", 0, 200],
  ["an ordinary one", 6, 600],
  ["one that waited for its turn", 5_000, 1_000],
])("after %s of %i ms results are gathered for %i ms", (_what, tookMs, waitMs) => {
  expect(gatherMs(tookMs)).toBe(waitMs);
});

test("results are many when ten came within ten seconds", () => {
  const arrivals = new ArrivalRate();
  for (let second = 0; second < 9; second += 1) arrivals.note(second * 1_000);
  expect(arrivals.areMany(9_000)).toBe(false);
  arrivals.note(9_000);
  expect(arrivals.areMany(9_500)).toBe(true);
  expect(arrivals.areMany(10_000)).toBe(false);
});
