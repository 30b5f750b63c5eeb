import { expect, test } from "vitest";
import { isMonth, monthBeside, monthIn, monthStartMs } from "./months.ts";

test.each([
  ["Etc/UTC", "2026-11", "2026-11-01T00:00:00.000Z"],
  ["Europe/Istanbul", "2026-11", "2026-10-31T21:00:00.000Z"],
  ["Asia/Kolkata", "2026-11", "2026-10-31T18:30:00.000Z"],
  // Summer time ends on this very day, at 02:00.
  ["America/New_York", "2026-11", "2026-11-01T04:00:00.000Z"],
  ["America/New_York", "2026-12", "2026-12-01T05:00:00.000Z"],
  ["Pacific/Kiritimati", "2027-01", "2026-12-31T10:00:00.000Z"],
])("in %s %s begins at %s", (timeZone, month, start) => {
  const startMs = monthStartMs(timeZone, month);
  expect(new Date(startMs).toISOString()).toBe(start);
  expect(monthIn(timeZone, startMs)).toBe(month);
  expect(monthIn(timeZone, startMs - 1)).toBe(monthBeside(month, -1));
});

test("months follow each other over the years", () => {
  expect(monthBeside("2026-12", 1)).toBe("2027-01");
  expect(monthBeside("2026-01", -1)).toBe("2025-12");
  expect(monthBeside("2026-02", 1)).toBe("2026-03");
});

test.each(["2026-13", "2026-00", "2026-1", "2026", "26-01", "2026-01-01", "../etc", ""])(
  "%j is no month",
  (text) => {
    expect(isMonth(text)).toBe(false);
  },
);
