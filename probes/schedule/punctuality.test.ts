import { expect, test } from "vitest";

import { Punctuality } from "./punctuality.ts";

const minute = { id: "minute", periodMs: 60_000 };
const hour = { id: "hour", periodMs: 3_600_000 };
const noonMs = Date.parse("2026-11-21T12:00:00Z");

test("checks are on time until one of them was not seen to for three of its periods", () => {
  const punctuality = new Punctuality();
  const isOnTime = (afterMs: number): boolean =>
    punctuality.isOnTime([minute, hour], noonMs + afterMs);
  expect(isOnTime(0)).toBe(true);
  punctuality.done("minute", noonMs + 60_000);
  expect(isOnTime(240_000)).toBe(true);
  expect(isOnTime(240_001)).toBe(false);
  punctuality.done("minute", noonMs + 300_000);
  expect(isOnTime(300_000)).toBe(true);
});

test("checks are not on time while a clock that was set back catches up", () => {
  const punctuality = new Punctuality();
  punctuality.done("minute", noonMs);
  expect(punctuality.isOnTime([minute], noonMs - 3_600_000)).toBe(false);
});
