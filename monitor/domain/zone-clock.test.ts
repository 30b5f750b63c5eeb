import { expect, test } from "vitest";
import { clockTime, isTimeZone, momentOfClock, TIME_ZONES } from "./zone-clock.ts";

const atMs = (time: string): number => Date.parse(time);

test.each([
  ["Etc/UTC", "2026-11-21T14:00", "2026-11-21T14:00:00Z"],
  ["Europe/Istanbul", "2026-07-01T02:30", "2026-06-30T23:30:00Z"],
  ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00Z"],
  ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00Z"],
  ["America/New_York", "2026-12-31T23:30", "2027-01-01T04:30:00Z"],
  ["Asia/Kathmandu", "2026-05-01T00:00", "2026-04-30T18:15:00Z"],
])("the clock of %s shows %s at %s, and the other way round", (zone, shown, moment) => {
  expect(momentOfClock(zone, shown)).toBe(atMs(moment));
  expect(clockTime(zone, atMs(moment))).toBe(shown);
});

test("a time that a clock shows twice is the first, one that it skips is none", () => {
  expect(momentOfClock("Europe/Berlin", "2026-10-25T02:30")).toBe(atMs("2026-10-25T00:30:00Z"));
  expect(momentOfClock("Europe/Berlin", "2026-03-29T02:30")).toBeNull();
});

test("what is no time is none", () => {
  for (const text of ["", "tomorrow", "2026-02-30T99:00", "2026-02-30T09:00", "2026-11-21"]) {
    expect(momentOfClock("Etc/UTC", text)).toBeNull();
  }
  expect(["Europe/Istanbul", "UTC", "Mars/Base", ""].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("zones are chosen from a list that begins with UTC", () => {
  expect(TIME_ZONES[0]).toBe("Etc/UTC");
  expect(TIME_ZONES).toContain("Europe/Istanbul");
});
