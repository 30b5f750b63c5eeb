import { expect, test } from "vitest";
import { MemoryLimits } from "./memory-limits.ts";

test("a window allows its limit and begins anew when it ends", async () => {
  let nowMs = 0;
  const limits = new MemoryLimits(() => nowMs);
  const allowed: boolean[] = [];
  for (let times = 0; times < 3; times += 1) allowed.push((await limits.count("a", 2, 60)).allowed);
  expect(allowed).toEqual([true, true, false]);
  nowMs = 20_500;
  expect(await limits.count("a", 2, 60)).toEqual({
    allowed: false,
    limit: 2,
    remaining: 0,
    resetSeconds: 40,
  });
  expect((await limits.count("b", 2, 60)).remaining).toBe(1);
  nowMs = 60_000;
  expect((await limits.count("a", 2, 60)).allowed).toBe(true);
});

test("a lease is free again when it is given back, once", async () => {
  const limits = new MemoryLimits();
  const first = await limits.lease("a", 2);
  await limits.lease("a", 2);
  expect(await limits.lease("a", 2)).toBeUndefined();
  first?.release();
  first?.release();
  expect(await limits.lease("a", 2)).toBeDefined();
  expect(await limits.lease("a", 2)).toBeUndefined();
});
