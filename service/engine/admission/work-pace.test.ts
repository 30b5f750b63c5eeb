import { expect, test } from "vitest";
import { WorkPace } from "./work-pace.ts";

/** Ends so many jobs of an estimated second each, one after the other, while others wait. */
function ended(pace: WorkPace, jobs: number, eachMs: number, fromMs = 0): number {
  let nowMs = fromMs;
  for (let job = 0; job < jobs; job += 1) pace.ended(1, true, (nowMs += eachMs));
  return nowMs;
}

test("work takes as long as estimated as long as nothing says otherwise", () => {
  const pace = new WorkPace();
  expect(pace.slowness).toBe(1);
  ended(pace, 100, 200);
  expect(pace.slowness).toBe(1);
});

test("a machine that does much else is noticed, and that it does no more", () => {
  const pace = new WorkPace();
  const nowMs = ended(pace, 100, 3_000);
  expect(pace.slowness).toBeCloseTo(3);
  ended(pace, 300, 1_000, nowMs);
  expect(pace.slowness).toBeCloseTo(1, 1);
});

test("jobs that end together count as many as one after the other", () => {
  const pace = new WorkPace();
  for (let batch = 0; batch < 200; batch += 1) {
    for (let job = 0; job < 4; job += 1) pace.ended(1, true, batch * 8_000);
  }
  expect(pace.slowness).toBeGreaterThan(1.8);
  expect(pace.slowness).toBeLessThan(2.2);
});

test("the time in which nobody waited does not count", () => {
  const pace = new WorkPace();
  for (let job = 0; job < 50; job += 1) {
    pace.ended(1, true, job * 3_600_000);
    pace.ended(1, false, job * 3_600_000 + 1_000);
  }
  expect(pace.slowness).toBe(1);
});
