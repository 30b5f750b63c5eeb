import { expect, test } from "vitest";
import { answered, becameReady, ended, STARTING, unanswered } from "./lifecycle.ts";

test("the pause before a restart doubles up to thirty seconds", () => {
  let lifecycle = becameReady(STARTING, 0);
  const pausesMs: (number | undefined)[] = [];
  for (let times = 0; times < 8; times += 1) {
    const end = ended(lifecycle, 0);
    lifecycle = end.lifecycle;
    pausesMs.push(end.restartInMs);
  }
  expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(lifecycle.state).toBe("restarting");
});

test("a folder that has never run is started three times", () => {
  let lifecycle = STARTING;
  const pausesMs: (number | undefined)[] = [];
  while (lifecycle.state !== "broken") {
    const end = ended(lifecycle, 0);
    lifecycle = end.lifecycle;
    pausesMs.push(end.restartInMs);
  }
  expect(pausesMs).toEqual([500, 1000, undefined]);
});

test("a process that was steady starts the pauses anew", () => {
  const flaky = ended(ended(STARTING, 0).lifecycle, 0).lifecycle;
  expect(ended(becameReady(flaky, 0), 1_000).restartInMs).toBe(2000);
  expect(ended(becameReady(flaky, 0), 60_000).restartInMs).toBe(500);
});

test("a process that does not answer is hung until it does, and given up after half a minute", () => {
  const ok = becameReady(STARTING, 0);
  expect(unanswered(ok, 1)).toEqual({ lifecycle: ok, isGivenUp: false });
  const { lifecycle: hung, isGivenUp } = unanswered(ok, 2);
  expect([hung.state, isGivenUp]).toEqual(["hung", false]);
  expect(answered(hung)).toEqual(ok);
  expect(unanswered(hung, 6).isGivenUp).toBe(true);
  expect(ended(hung, 60_000)).toMatchObject({ restartInMs: 500 });
  expect(answered(STARTING)).toBe(STARTING);
});
