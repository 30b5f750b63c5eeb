import { expect, test } from "vitest";
import { Stays } from "./stays.ts";

function stays() {
  const clock = { nowMs: 0 };
  const some = new Stays<"file" | "speech">(() => clock.nowMs);
  /** A stay that has ended. */
  const stay = (ms: number): void => {
    const end = some.begin("file", "another");
    clock.nowMs += ms;
    end();
    clock.nowMs += 1_000_000;
    end();
  };
  const untilRoom = (places = 3) => some.secondsUntilRoom("file", "one", places);
  return { clock, some, stay, untilRoom };
}

test("how long to wait is told from how long such stays took lately", () => {
  const { some, stay, untilRoom } = stays();
  expect(untilRoom()).toBeUndefined();
  stay(12_000);
  some.begin("file", "one");
  expect(untilRoom(1)).toBe(12);
  for (let count = 0; count < 50; count += 1) stay(60_000);
  const end = some.begin("file", "two");
  expect(some.secondsUntilRoom("file", "two", 1)).toBeCloseTo(60, 0);
  expect(some.secondsUntilRoom("speech", "two", 1)).toBeUndefined();
  end();
});

test("three that began together end together, and not one after the other", () => {
  const { clock, some, stay, untilRoom } = stays();
  stay(12_000);
  for (let count = 0; count < 3; count += 1) some.begin("file", "one");
  clock.nowMs += 2_000;
  expect(untilRoom()).toBe(10);
});

test("whoever is refused next comes behind those who were told before", () => {
  const { clock, some, stay, untilRoom } = stays();
  stay(12_000);
  for (let count = 0; count < 3; count += 1) some.begin("file", "one");
  const waits = Array.from({ length: 7 }, () => untilRoom());
  expect(waits).toEqual([12, 12, 12, 24, 24, 24, 36]);
  expect(some.secondsUntilRoom("file", "another", 3)).toBe(6);
  // All of them were due.
  clock.nowMs += 36_001;
  expect(untilRoom()).toBeCloseTo(24, 0);
});

test("a client that does not wait makes the times of others no longer than four turns", () => {
  const { some, stay, untilRoom } = stays();
  stay(10_000);
  some.begin("file", "one");
  for (let count = 0; count < 1000; count += 1) untilRoom(1);
  expect(untilRoom(1)).toBe(50);
});

test("a stay that is longer than usual goes on for as long again", () => {
  const { clock, some, stay, untilRoom } = stays();
  stay(12_000);
  some.begin("file", "one");
  clock.nowMs += 30_000;
  expect(untilRoom(1)).toBe(18);
});
