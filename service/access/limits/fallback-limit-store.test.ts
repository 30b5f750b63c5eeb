import { describe, expect, test } from "vitest";
import { FallbackLimitStore, type SharedLimitStore } from "./fallback-limit-store.ts";
import { MemoryLimitStore } from "./memory-limit-store.ts";

const LIFETIME_MS = 24_000;
const WINDOW_MS = 60_000;

/** A store that is shared by two processes, of which one may lose it. */
function opened() {
  const common = new MemoryLimitStore(LIFETIME_MS, () => 0);
  const changes: boolean[] = [];
  const link = { isUp: true };
  const asking =
    <Parameters extends readonly unknown[], Answer>(
      ask: (...parameters: Parameters) => Promise<Answer>,
    ) =>
    async (...parameters: Parameters): Promise<Answer> => {
      if (!link.isUp) throw new Error("the store is away");
      return ask(...parameters);
    };
  const shared: SharedLimitStore = {
    placeLifetimeMs: LIFETIME_MS,
    isShared: true,
    isDegraded: false,
    ping: asking(async () => undefined),
    count: asking(common.count.bind(common)),
    uncount: asking(common.uncount.bind(common)),
    add: asking(common.add.bind(common)),
    take: asking(common.take.bind(common)),
    keep: asking(common.keep.bind(common)),
    free: asking(common.free.bind(common)),
    running: asking(common.running.bind(common)),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const local = new MemoryLimitStore(LIFETIME_MS, () => 0);
  const store = new FallbackLimitStore(shared, local, (isDegraded) => changes.push(isDegraded));
  return { store, common, local, changes, link };
}

const place = (id: string) => ({ name: "a", id });

describe("while the shared store answers", () => {
  test("its counts hold, and what was allowed is counted here too", async () => {
    const { store, common, local, changes } = opened();
    await using _open = store;
    await common.count("a", 3, WINDOW_MS, 1);
    expect(await store.count("a", 3, WINDOW_MS, 1)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await local.count("a", 3, WINDOW_MS, 0)).toMatchObject({ remaining: 2 });
    await store.uncount("a");
    expect(await local.count("a", 3, WINDOW_MS, 0)).toMatchObject({ remaining: 3 });
    expect(await common.count("a", 3, WINDOW_MS, 0)).toMatchObject({ remaining: 2 });
    expect({ changes, isShared: store.isShared, isDegraded: store.isDegraded }).toEqual({
      changes: [],
      isShared: true,
      isDegraded: false,
    });
  });

  test("what it refuses is not counted here", async () => {
    const { store, common, local } = opened();
    await using _open = store;
    await common.count("a", 1, WINDOW_MS, 1);
    expect(await store.count("a", 1, WINDOW_MS, 1)).toMatchObject({ allowed: false });
    expect(await local.count("a", 1, WINDOW_MS, 0)).toMatchObject({ remaining: 1 });
  });

  test("sums are those of all processes", async () => {
    const { store, common } = opened();
    await using _open = store;
    await common.add("s", 5, WINDOW_MS);
    expect(await store.add("s", 2, WINDOW_MS)).toBe(7);
  });

  test("places are those of all processes, and taken here only if they are taken there", async () => {
    const { store, common, local } = opened();
    await using _open = store;
    await common.take(place("other"), 2);
    expect(await store.take(place("own"), 2)).toEqual({ taken: true, running: 2 });
    expect(await store.take(place("third"), 2)).toMatchObject({ taken: false });
    expect(await store.running("a")).toBe(2);
    expect(local.places()).toEqual([place("own")]);
    await store.free(place("own"));
    expect(await common.running("a")).toBe(1);
    expect(local.places()).toEqual([]);
  });
});

describe("while the shared store is away", () => {
  test("this process counts alone, from what it counted before", async () => {
    const { store, changes, link } = opened();
    await using _open = store;
    await store.count("a", 2, WINDOW_MS, 1);
    await store.add("s", 2, WINDOW_MS);
    link.isUp = false;
    expect(await store.count("a", 2, WINDOW_MS, 1)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await store.count("a", 2, WINDOW_MS, 1)).toMatchObject({ allowed: false });
    await store.uncount("a");
    expect(await store.count("a", 2, WINDOW_MS, 0)).toMatchObject({ remaining: 1 });
    expect(await store.add("s", 3, WINDOW_MS)).toBe(5);
    expect({ changes, isShared: store.isShared, isDegraded: store.isDegraded }).toEqual({
      changes: [true],
      isShared: false,
      isDegraded: true,
    });
  });

  test("places are taken and given back here, and told of when it is back", async () => {
    const { store, common, changes, link } = opened();
    await using _open = store;
    await store.take(place("before"), 3);
    await store.take(place("kept"), 3);
    link.isUp = false;
    await store.free(place("before"));
    expect(await store.take(place("new"), 2)).toEqual({ taken: true, running: 2 });
    expect(await store.take(place("more"), 2)).toMatchObject({ taken: false });
    await store.keep([place("kept")]);
    expect(await store.running("a")).toBe(2);
    link.isUp = true;
    await expect.poll(() => changes, { interval: 10 }).toEqual([true, false]);
    expect(common.places().map(({ id }) => id)).toEqual(expect.arrayContaining(["kept", "new"]));
    expect(await store.running("a")).toBe(2);
  });

  test("that is known from the beginning", async () => {
    const { store, changes, link } = opened();
    await using _open = store;
    link.isUp = false;
    await store.begin();
    expect(changes).toEqual([true]);
  });
});
