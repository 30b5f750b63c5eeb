import { expect, test } from "vitest";
import { Expected, secondsUntilTurn } from "./expected.ts";

test("no more are told the same second than there are places", () => {
  const expected = new Expected();
  const waits = Array.from({ length: 8 }, () => {
    const seconds = secondsUntilTurn(expected.count(0, 3), 3);
    expected.add(0, seconds);
    return seconds;
  });
  expect(waits).toEqual([1, 1, 1, 2, 2, 2, 3, 3]);
});

test("who was due does not count, and of many no more than four for each place", () => {
  const expected = new Expected();
  for (let client = 0; client < 100; client += 1) expected.add(0, client < 95 ? 1 : 30);
  expect(expected.count(500, 3)).toBe(12);
  expect(expected.count(1500, 3)).toBe(5);
});
