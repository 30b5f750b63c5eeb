import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  AccountAllowance,
  type AllowanceHolder,
  type AllowanceServices,
} from "./account-allowance.ts";
import { QuotaExceeded } from "./allowance.ts";

/** A quota of one account in memory, in milliseconds or characters, and what was booked. */
class Quota {
  used = 0;
  readonly reserved = new Map<string, number>();
  readonly booked: (readonly [amount: number, requests: number])[] = [];
  readonly kept = new Set<string>();
  readonly faults: unknown[] = [];
  isAway = false;

  readonly services: AllowanceServices = {
    kept: this.kept,
    onFault: (error) => void this.faults.push(error),
    months: {
      read: async () => {
        if (this.isAway) throw new Error("away");
        return { used: this.used, reserved: this.#reserved };
      },
      reserve: async (id, _month, { min, max, limit }) => {
        if (this.isAway) throw new Error("away");
        const left = limit - this.used - this.#reserved;
        if (left < min) return 0;
        const granted = Math.min(left, max);
        this.reserved.set(id, granted);
        return granted;
      },
    },
    ledger: {
      add: ({ amount, requests }, ids) => {
        this.booked.push([amount, requests]);
        this.#release(ids ?? []);
      },
      release: (ids) => this.#release(ids),
      writeSoon: async () => {
        if (this.isAway) throw new Error("away");
      },
    },
  };

  get #reserved(): number {
    return [...this.reserved.values()].reduce((sum, amount) => sum + amount, 0);
  }

  #release(ids: readonly string[]): void {
    for (const id of ids) this.reserved.delete(id);
  }

  allowance(holder: Partial<AllowanceHolder> = {}): AccountAllowance {
    const at = new Date("2026-11-21T10:00:00Z");
    const own = { keyId: "key_1", accountId: "acct_1", limit: 1_000, period: "month", at } as const;
    return new AccountAllowance({ ...own, product: "speech", ...holder }, this.services);
  }
}

const amounts = (quota: Quota) => [...quota.reserved.values()];

describe("an allowance of a known amount", () => {
  test("begins as long as anything is left", async () => {
    const quota = new Quota();
    quota.used = 999;
    await quota.allowance().begin();
    quota.used = 1_000;
    const refusal: unknown = await quota
      .allowance()
      .begin()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(QuotaExceeded);
    expect(refusal).toMatchObject({
      meter: "characters",
      limit: 1_000,
      period: "month",
      resetsAt: new Date("2026-12-01T00:00:00Z"),
    });
  });

  test("is reserved whole or not at all, and only what is missing", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.cover(400);
    await allowance.cover(400);
    await allowance.cover(300);
    expect(amounts(quota)).toEqual([400]);
    await allowance.cover(1_000);
    expect(amounts(quota)).toEqual([400, 600]);
    await expect(allowance.cover(1_001)).rejects.toThrow(QuotaExceeded);
    expect(quota.kept).toEqual(new Set(quota.reserved.keys()));
  });

  test("is booked once with its request, and the rest is given back", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.cover(400);
    allowance.use(150);
    allowance.close();
    allowance.close();
    allowance.book();
    expect(quota.booked).toEqual([[150, 1]]);
    expect([amounts(quota), quota.kept.size]).toEqual([[], 0]);
  });

  test("is booked in parts, of which the first has the request", () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    allowance.use(100);
    allowance.book();
    allowance.book();
    allowance.use(250);
    allowance.close();
    expect(quota.booked).toEqual([
      [100, 1],
      [150, 0],
    ]);
  });

  test.each([undefined, 0])("that was used with %s is booked only if it was used", async (used) => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.cover(400);
    allowance.use(used);
    allowance.close();
    expect(quota.booked).toEqual(used === undefined ? [] : [[0, 1]]);
    expect(amounts(quota)).toEqual([]);
  });

  test("of seconds is counted in milliseconds", async () => {
    const quota = new Quota();
    const allowance = quota.allowance({ product: "transcription", limit: 10 });
    await allowance.cover(1.5);
    expect(amounts(quota)).toEqual([1_500]);
    await expect(allowance.cover(10.001)).rejects.toMatchObject({ meter: "audio", limit: 10 });
  });
});

describe("an allowance of work whose length is not known", () => {
  test("takes what is left, and only then has a most", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.expect(400);
    expect(allowance.max).toBe(Infinity);
    await allowance.expect(700);
    expect(amounts(quota)).toEqual([400, 600]);
    expect(allowance.max).toBe(1_000);
    await expect(quota.allowance().expect(1)).rejects.toThrow(QuotaExceeded);
  });

  test("is reserved ahead once less than thirty are left", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.expect(100);
    allowance.advance(70);
    await nextTurn();
    expect(amounts(quota)).toEqual([100]);
    allowance.advance(71);
    allowance.advance(72);
    await nextTurn();
    expect(amounts(quota)).toEqual([100, 60]);
    allowance.advance(170);
    await nextTurn();
    // Ten more than was reserved, and sixty ahead.
    expect(amounts(quota)).toEqual([100, 60, 70]);
  });

  test("ends where the quota ends, but not before", async () => {
    const quota = new Quota();
    const allowance = quota.allowance({ limit: 120 });
    await allowance.expect(100);
    allowance.advance(90);
    await nextTurn();
    expect(allowance.max).toBe(120);
    allowance.advance(120);
    expect(() => allowance.advance(121)).toThrow(QuotaExceeded);
  });

  test("is booked while it goes on, and then reserved ahead again", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    await allowance.expect(100);
    allowance.bookOn();
    expect(quota.booked).toEqual([]);
    allowance.use(50);
    allowance.bookOn();
    await nextTurn();
    expect([quota.booked, amounts(quota)]).toEqual([[[50, 1]], [60]]);
    allowance.close();
    allowance.use(70);
    allowance.bookOn();
    await nextTurn();
    expect([quota.booked, amounts(quota)]).toEqual([[[50, 1]], []]);
  });

  test("keeps its reservation near the end of the quota", async () => {
    const quota = new Quota();
    const allowance = quota.allowance({ limit: 80 });
    await allowance.expect(100);
    allowance.use(50);
    allowance.bookOn();
    await nextTurn();
    expect([quota.booked, amounts(quota)]).toEqual([[], [80]]);
  });

  test("gives back what was reserved after its end", async () => {
    const quota = new Quota();
    const allowance = quota.allowance();
    const expected = allowance.expect(100);
    allowance.close();
    await expected;
    expect([amounts(quota), quota.kept.size]).toEqual([[], 0]);
  });
});

test("without a limit nothing is reserved, and everything is booked", async () => {
  const quota = new Quota();
  const allowance = quota.allowance({ limit: Infinity });
  await allowance.begin();
  await allowance.cover(5_000);
  await allowance.expect(5_000);
  allowance.advance(5_000);
  expect([allowance.max, amounts(quota)]).toEqual([Infinity, []]);
  allowance.use(5_000);
  allowance.bookOn();
  expect(quota.booked).toEqual([[5_000, 1]]);
});

test("while the database is away nothing is refused, and the faults are told of", async () => {
  const quota = new Quota();
  quota.used = 1_000;
  quota.isAway = true;
  const allowance = quota.allowance();
  await allowance.begin();
  await allowance.cover(500);
  await allowance.expect(100);
  allowance.use(20);
  allowance.bookOn();
  await nextTurn();
  expect(quota.booked).toEqual([[20, 1]]);
  expect(quota.faults.length).toBeGreaterThanOrEqual(4);
});

test("the quota of a day resets on the next one", async () => {
  const quota = new Quota();
  quota.used = 1_000;
  await expect(quota.allowance({ period: "day" }).begin()).rejects.toMatchObject({
    period: "day",
    resetsAt: new Date("2026-11-22T00:00:00Z"),
  });
});
