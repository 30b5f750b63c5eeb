import { expect, test } from "vitest";
import { MemoryLimitStore } from "./memory-limit-store.ts";

const PLACE_LIFETIME_MS = 24_000;

test("no window of a minute holds more than the limit, wherever it begins", async () => {
  let nowMs = 0;
  const store = new MemoryLimitStore(PLACE_LIFETIME_MS, () => nowMs);
  const count = async (atMs: number) => {
    nowMs = atMs;
    const { allowed, remaining, resetSeconds } = await store.count("a", 3, 60_000, 1);
    return [allowed, remaining, resetSeconds];
  };
  expect(await count(0)).toEqual([true, 2, 60]);
  expect(await count(20_000)).toEqual([true, 1, 40]);
  expect(await count(50_500)).toEqual([true, 0, 10]);
  expect(await count(59_999)).toEqual([false, 0, 1]);
  // The first has left; what was refused had not been counted.
  expect(await count(60_000)).toEqual([true, 0, 20]);
  expect(await count(79_999)).toEqual([false, 0, 1]);
  expect(await count(80_000)).toEqual([true, 0, 31]);
});

test("looking counts nothing, and an empty window has nothing to wait for", async () => {
  const store = new MemoryLimitStore(PLACE_LIFETIME_MS, () => 0);
  expect(await store.count("a", 2, 60_000, 0)).toMatchObject({ remaining: 2, resetSeconds: 0 });
  await store.count("a", 2, 60_000, 1);
  expect(await store.count("a", 2, 60_000, 0)).toMatchObject({ remaining: 1, resetSeconds: 60 });
  expect(await store.count("a", 2, 60_000, 0)).toMatchObject({ allowed: true, remaining: 1 });
});

test("a limit that was lowered says when there is room under it", async () => {
  let nowMs = 0;
  const store = new MemoryLimitStore(PLACE_LIFETIME_MS, () => nowMs);
  for (const atMs of [0, 10_000, 20_000]) {
    nowMs = atMs;
    await store.count("a", 3, 60_000, 1);
  }
  expect(await store.count("a", 2, 60_000, 1)).toEqual({
    allowed: false,
    limit: 2,
    remaining: 0,
    resetSeconds: 50,
  });
  expect(await store.count("blocked", 0, 60_000, 1)).toMatchObject({ resetSeconds: 60 });
});

test("a place expires unless it is kept", async () => {
  let nowMs = 0;
  const store = new MemoryLimitStore(PLACE_LIFETIME_MS, () => nowMs);
  const place = { name: "a", id: "1" };
  await store.take(place, 1);
  nowMs = PLACE_LIFETIME_MS - 1;
  await store.keep([place]);
  nowMs += PLACE_LIFETIME_MS - 1;
  expect(await store.take({ name: "a", id: "2" }, 1)).toEqual({ taken: false, running: 1 });
  nowMs += 1;
  expect(await store.take({ name: "a", id: "2" }, 1)).toEqual({ taken: true, running: 1 });
});
