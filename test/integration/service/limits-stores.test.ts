import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LimitStore } from "#service/access/limits/limit-store.ts";
import { MemoryLimitStore } from "#service/access/limits/memory-limit-store.ts";
import { RedisLimitStore } from "#service/access/limits/redis-limit-store.ts";
import { RequestLimits } from "#service/access/limits/request-limits.ts";
import { eventually } from "../../support/eventually.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";

const LIFETIME_MS = 2_500;
/** Timers of Node end up to a millisecond too early. */
const EARLY_MS = 1;

/**
 * The suite that holds for every store; `open` gives one process's view of the same counts. Its tests wait side by side, each
 * with names of its own.
 */
function limitSuite(open: () => Promise<LimitStore>): void {
  let store: LimitStore;
  beforeAll(async () => void (store = await open()));
  afterAll(() => store[Symbol.asyncDispose]());
  const newName = () => `test ${randomUUID()}`;

  test.concurrent("of 200 events at once exactly the limit is counted", async () => {
    const name = newName();
    const events = Array.from({ length: 200 }, () => store.count(name, 50, 60_000, 1));
    const counts = await Promise.all(events);
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(50);
    const remaining = counts.filter(({ allowed }) => allowed).map((count) => count.remaining);
    expect(remaining.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index),
    );
    for (const { allowed, remaining: left, resetSeconds, limit } of counts) {
      expect(limit).toBe(50);
      if (allowed) continue;
      expect(left).toBe(0);
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  test.concurrent("after the seconds that a refusal names there is room, and before them there is none", async () => {
    const name = newName();
    const windowMs = 2_000;
    await store.count(name, 1, windowMs, 1);
    const refused = await store.count(name, 1, windowMs, 1);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    await sleep(refused.resetSeconds * 1000 + EARLY_MS);
    expect((await store.count(name, 1, windowMs, 1)).allowed).toBe(true);
    expect((await store.count(name, 1, windowMs, 1)).allowed).toBe(false);
  });

  test.concurrent("an event is taken back, and what is not counted is not", async () => {
    const name = newName();
    await store.uncount(name);
    await store.count(name, 2, 60_000, 1);
    await store.count(name, 2, 60_000, 1);
    await store.uncount(name);
    expect(await store.count(name, 2, 60_000, 1)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await store.count(name, 2, 60_000, 1)).toMatchObject({ allowed: false });
  });

  test.concurrent("looking counts nothing", async () => {
    const name = newName();
    expect(await store.count(name, 2, 60_000, 0)).toMatchObject({ remaining: 2, resetSeconds: 0 });
    await store.count(name, 2, 60_000, 1);
    expect(await store.count(name, 2, 60_000, 0)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await store.count(name, 2, 60_000, 0)).toMatchObject({ allowed: true, remaining: 1 });
  });

  test.concurrent("of 200 who want a place at once exactly the limit gets one", async () => {
    const name = newName();
    const wishes = Array.from({ length: 200 }, (_, id) => store.take({ name, id: String(id) }, 8));
    const takings = await Promise.all(wishes);
    expect(takings.filter(({ taken }) => taken)).toHaveLength(8);
    expect(await store.running(name)).toBe(8);
    const first = takings.findIndex(({ taken }) => taken);
    await store.free({ name, id: String(first) });
    await store.free({ name, id: String(first) });
    expect(await store.take({ name, id: "next" }, 8)).toEqual({ taken: true, running: 8 });
    expect(await store.take({ name, id: "last" }, 8)).toEqual({ taken: false, running: 8 });
  });

  test.concurrent("a sum is what was added to it, until its lifetime is over", async () => {
    const [name, other] = [newName(), newName()];
    const lifetimeMs = 2_000;
    const sums = await Promise.all(
      [5, 10, -3].map((amount) => store.add(name, amount, lifetimeMs)),
    );
    expect(sums).toContain(12);
    expect(await store.add(name, 0, lifetimeMs)).toBe(12);
    expect(await store.add(other, 1, lifetimeMs)).toBe(1);
    await sleep(lifetimeMs + EARLY_MS);
    expect(await store.add(name, 1, lifetimeMs)).toBe(1);
  });

  test.concurrent("names do not touch each other", async () => {
    const [one, other] = [newName(), newName()];
    await store.count(one, 1, 60_000, 1);
    await store.take({ name: one, id: "1" }, 1);
    expect((await store.count(other, 1, 60_000, 1)).allowed).toBe(true);
    expect((await store.take({ name: other, id: "1" }, 1)).taken).toBe(true);
  });

  test.concurrent("a place that nobody keeps is free again when its lifetime is over", async () => {
    const name = newName();
    await store.take({ name, id: "of a killed process" }, 1);
    expect((await store.take({ name, id: "next" }, 1)).taken).toBe(false);
    await sleep(LIFETIME_MS + EARLY_MS);
    expect((await store.take({ name, id: "next" }, 1)).taken).toBe(true);
  });

  test.concurrent("a forgotten place is known again when it is kept", async () => {
    const name = newName();
    await store.keep([{ name, id: "1" }]);
    expect(await store.running(name)).toBe(1);
    expect((await store.take({ name, id: "2" }, 1)).taken).toBe(false);
  });

  test.concurrent("a lease outlives many lifetimes until it is released, once", async () => {
    const limits = new RequestLimits(await open());
    try {
      const name = newName();
      const { lease } = await limits.lease(name, 1);
      await sleep(3 * LIFETIME_MS);
      expect(await limits.running(name)).toBe(1);
      expect(await limits.lease(name, 1)).toEqual({ lease: undefined, running: 1 });
      lease?.release();
      lease?.release();
      await eventually("the place is free", async () => (await limits.running(name)) === 0);
      expect((await limits.lease(name, 1)).lease).toBeDefined();
      expect((await limits.lease(name, 1)).lease).toBeUndefined();
    } finally {
      await limits[Symbol.asyncDispose]();
    }
  });
}

describe("limits in memory", () => {
  limitSuite(async () => new MemoryLimitStore(LIFETIME_MS));
});

describeWithRedis("limits", (server) => {
  const open = async () => {
    const store = new RedisLimitStore(server().url, LIFETIME_MS);
    await store.ping();
    return store;
  };
  limitSuite(open);

  test.concurrent("a place that is freed last before the end is free", async () => {
    await using other = await open();
    const name = `test ${randomUUID()}`;
    const ending = new RequestLimits(await open());
    const { lease } = await ending.lease(name, 1);
    lease?.release();
    await ending[Symbol.asyncDispose]();
    expect(await other.running(name)).toBe(0);
  });

  test.concurrent("processes share what they count and what they run", async () => {
    await using one = await open();
    await using other = await open();
    const name = `test ${randomUUID()}`;
    const events = Array.from({ length: 100 }, () => [
      one.count(name, 50, 60_000, 1),
      other.count(name, 50, 60_000, 1),
    ]);
    const counts = await Promise.all(events.flat());
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(50);
    await one.take({ name, id: "1" }, 1);
    expect(await other.take({ name, id: "2" }, 1)).toEqual({ taken: false, running: 1 });
  });
});
