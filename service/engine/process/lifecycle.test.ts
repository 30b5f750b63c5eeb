import { expect, test } from "vitest";
import { becameReady, ended, STARTING } from "./lifecycle.ts";

test("the pause before a restart doubles up to thirty seconds", () => {
  let lifecycle = STARTING;
  const pausesMs: number[] = [];
  for (let times = 0; times < 8; times += 1) {
    const end = ended(lifecycle, 0);
    lifecycle = end.lifecycle;
    pausesMs.push(end.restartInMs);
  }
  expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(lifecycle.state).toBe("restarting");
});

test("a process that was steady starts the pauses anew", () => {
  const flaky = ended(ended(STARTING, 0).lifecycle, 0).lifecycle;
  expect(ended(becameReady(flaky, 0), 1_000).restartInMs).toBe(2000);
  expect(ended(becameReady(flaky, 0), 60_000).restartInMs).toBe(500);
});
