import { InvalidArgumentError } from "commander";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isExtension, momentText, readDuration, readMoment } from "./moment.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

test.each([
  ["now", "2026-11-21T12:00:00.000Z"],
  ["+30m", "2026-11-21T12:30:00.000Z"],
  ["in 2h", "2026-11-21T14:00:00.000Z"],
  ["in 1h 30min", "2026-11-21T13:30:00.000Z"],
  ["+1d2h", "2026-11-22T14:00:00.000Z"],
  ["2026-11-21T14:00Z", "2026-11-21T14:00:00.000Z"],
  ["2026-11-21 17:00:30+03:00", "2026-11-21T14:00:30.000Z"],
])("reads %s", (text, iso) => {
  expect(new Date(readMoment(text, nowMs)).toISOString()).toBe(iso);
});

test.each([
  "",
  "tomorrow",
  "+",
  "in",
  "+0m",
  "30m",
  "2026-11-21",
  "2026-13-21T12:00Z",
  "in a while",
])("refuses the time %j", (text) => {
  expect(() => readMoment(text, nowMs)).toThrow(InvalidArgumentError);
  expect(() => readMoment(text, nowMs)).toThrow(/^It takes a (time|length)/);
});

test("reads lengths, and tells an extension from a time", () => {
  expect(readDuration("1h30m")).toBe(90 * minuteMs);
  expect(() => readDuration("-5m")).toThrow("It takes a length like 30m");
  expect(isExtension("+30m")).toBe(true);
  expect(isExtension("in 30m")).toBe(false);
});

describe("in a zone of its own", () => {
  beforeEach(() => void vi.stubEnv("TZ", "Europe/Istanbul"));
  afterEach(() => void vi.unstubAllEnvs());

  test("a time is written by this clock and in UTC", () => {
    expect(momentText("2026-11-21T12:05:59.000Z")).toBe("2026-11-21 15:05 +03:00 (12:05 UTC)");
    expect(momentText("2026-11-21T22:30:00.000Z")).toBe(
      "2026-11-22 01:30 +03:00 (2026-11-21 22:30 UTC)",
    );
    expect(readMoment("2026-11-21T15:00", 0)).toBe(nowMs);
  });

  test.each([
    ["America/St_Johns", "2026-11-21 08:35 -03:30 (12:05 UTC)"],
    ["Asia/Kathmandu", "2026-11-21 17:50 +05:45 (12:05 UTC)"],
  ])("a time is written by the clock of %s", (zone, text) => {
    vi.stubEnv("TZ", zone);
    expect(momentText("2026-11-21T12:05:59.000Z")).toBe(text);
  });

  test("in UTC it is written once", () => {
    vi.stubEnv("TZ", "UTC");
    expect(momentText("2026-11-21T12:05:59.000Z")).toBe("2026-11-21 12:05 UTC");
  });
});
