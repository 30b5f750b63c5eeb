import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimDelayMs, Shares, SHARING_MS } from "./shares.ts";

const CHECKS = Array.from({ length: 4_000 }, (_, at) => ({ id: `check-${at}` }));
/** Ids as probers have them: nothing in them says in which order they are. */
const PROBERS = ["a", "b", "c", "d", "e"].map((name) =>
  createHash("sha256").update(name).digest("hex"),
);
const NOON_MS = Date.parse("2026-11-21T12:00:00Z");

/** The probers of `probers` in the order in which they go for each check, each as it finds it by itself. */
function rankings(probers: readonly string[]): string[][] {
  const shares = probers.map((prober) => {
    const ofOne = new Shares(prober);
    ofOne.see(probers, NOON_MS);
    return ofOne;
  });
  return CHECKS.map((check) => {
    const ranking: string[] = [];
    for (const [at, ofOne] of shares.entries()) {
      ranking[ofOne.rankOf(check, NOON_MS)] = probers[at] ?? "";
    }
    return ranking;
  });
}

describe("probers that share 4,000 checks", () => {
  test.for([2, 3, 4, 5])("%i of them agree, and own and stand in for as many each", (count) => {
    const probers = PROBERS.slice(0, count);
    const ranked = rankings(probers);
    // No two take the same rank.
    expect(ranked.every((ranking) => Object.keys(ranking).length === count)).toBe(true);
    for (const rank of [0, 1]) {
      const shares = probers.map(
        (prober) => ranked.filter((ranking) => ranking[rank] === prober).length,
      );
      const fair = CHECKS.length / count;
      expect(Math.min(...shares)).toBeGreaterThan(0.9 * fair);
      expect(Math.max(...shares)).toBeLessThan(1.1 * fair);
    }
  });

  test("move only what one that leaves had, each to its deputy, and what one that joins gets", () => {
    const [leaving = "", ...left] = PROBERS;
    const before = rankings(PROBERS);
    const after = rankings(left);
    expect(after).toEqual(before.map((ranking) => ranking.filter((prober) => prober !== leaving)));
  });
});

test("a prober is the first for each check while it does not know who shares them", () => {
  const [own = "", ...others] = PROBERS;
  const shares = new Shares(own);
  const owned = (nowMs: number): number =>
    CHECKS.filter((check) => shares.rankOf(check, nowMs) === 0).length;
  expect(owned(NOON_MS)).toBe(CHECKS.length);

  expect(shares.see(others, NOON_MS)).toBe(false);
  expect(owned(NOON_MS)).toBe(CHECKS.length);

  expect(shares.see(PROBERS, NOON_MS)).toBe(true);
  expect(shares.see(PROBERS.toReversed(), NOON_MS)).toBe(false);
  expect(shares.probers).toBe(5);
  expect(owned(NOON_MS + SHARING_MS)).toBeLessThan(CHECKS.length / 4);
  expect(owned(NOON_MS + SHARING_MS + 1)).toBe(CHECKS.length);
  expect(owned(NOON_MS - SHARING_MS - 1)).toBe(CHECKS.length);

  expect(shares.see([own], NOON_MS)).toBe(true);
  expect(owned(NOON_MS)).toBe(CHECKS.length);
});

test("an owner claims at once, its deputy after a wait for which there is time, others never", () => {
  expect(claimDelayMs(0, 60_000)).toBe(0);
  expect(claimDelayMs(1, 60_000)).toBe(3_000);
  expect(claimDelayMs(1, 800)).toBe(800);
  expect(claimDelayMs(1, -5_000)).toBe(0);
  expect(claimDelayMs(2, 60_000)).toBeUndefined();
});
