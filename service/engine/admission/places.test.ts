import { expect, test, vi } from "vitest";
import type { EngineError } from "./engine-error.ts";
import { Places } from "./places.ts";

const never = new AbortController().signal;
const short = { urgency: "short", workSeconds: 1 } as const;
const limits = { live: 0, files: 2, long: 1, waiting: 1, deadlineSeconds: 30 };
const places = () => new Places("The decoder", limits);

test("a place is waited for, and had when one is left", async () => {
  const some = places();
  const first = await some.take(short, never);
  await some.take(short, never);
  let isIn = false;
  const third = some.take(short, never).then(() => {
    isIn = true;
  });
  await Promise.resolve();
  expect({ isIn, ...some.queue }).toEqual({ isIn: false, running: 2, waiting: 1 });
  first[Symbol.dispose]();
  await third;
  expect(some.queue).toEqual({ running: 2, waiting: 0 });
});

test("what finds no room is told whose places are taken", async () => {
  const some = places();
  await some.take(short, never);
  await some.take(short, never);
  const leaving = new AbortController();
  const waiting = some.take(short, leaving.signal);
  await expect(some.take(short, never)).rejects.toMatchObject({
    code: "server_busy",
    message: "The decoder has no place left.",
  });
  expect(() => some.check({ urgency: "short" })).toThrow("The decoder has no place left.");
  leaving.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  some.check({ urgency: "short" });
  expect(some.queue).toEqual({ running: 2, waiting: 0 });
});

test("whoever finds no room for a stream is told how long streams stay", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const some = new Places("The model", { ...limits, live: 1 });
    const live = { urgency: "live", workSeconds: 1 } as const;
    const refused = () => some.take(live, never).catch((error: unknown) => error);
    const first = await some.take(live, never);
    expect(await refused()).toMatchObject({ code: "server_busy", retryAfterSeconds: 10 });
    vi.advanceTimersByTime(40_000);
    first[Symbol.dispose]();
    await some.take(live, never);
    vi.advanceTimersByTime(10_000);
    expect(await refused()).toMatchObject({ code: "server_busy", retryAfterSeconds: 30 });
  } finally {
    vi.useRealTimers();
  }
});

test("those who are refused are told to come as those before them end, two at a time", async () => {
  const some = places();
  for (let count = 0; count < 3; count += 1) void some.take({ ...short, workSeconds: 3 }, never);
  const waits = [];
  for (let count = 0; count < 3; count += 1) {
    const error = await some.take(short, never).catch((fault: unknown) => fault);
    waits.push((error as EngineError).retryAfterSeconds);
  }
  expect(waits).toEqual([7, 7, 14]);
});

test("all who wait are refused together, each with an error of its own, and leave the queue", async () => {
  const some = new Places("The model", { ...limits, waiting: 2 });
  const first = await some.take(short, never);
  await some.take(short, never);
  const waiting = [some.take(short, never), some.take(short, never)];
  const errors = Promise.all(waiting.map(async (one) => one.catch((error: unknown) => error)));
  let refused = 0;
  some.refuseWaiting(() => {
    refused += 1;
    return { message: `gone ${refused}` } as EngineError;
  });
  expect(await errors).toEqual([{ message: "gone 1" }, { message: "gone 2" }]);
  expect(some.queue).toEqual({ running: 2, waiting: 0 });
  first[Symbol.dispose]();
  expect(some.queue).toEqual({ running: 1, waiting: 0 });
});
