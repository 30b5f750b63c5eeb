import { describe, expect, test } from "vitest";
import {
  checkRepetition,
  nextOccurrence,
  type Repetition,
  type RepetitionError,
} from "./repetition.ts";

const hourMs = 3_600_000;

function repetition(rule: string, timeZone: string, from: string, hours = 1): Repetition {
  const fromMs = Date.parse(from);
  return { rule, timeZone, fromMs, lengthMs: hours * hourMs, body: { en: "New disks." } };
}

/** The first times of a repetition, as they follow each other. */
function timesOf(one: Repetition, count: number): string[] {
  const times: string[] = [];
  let atMs: number | null = one.fromMs - 1;
  while (times.length < count && atMs !== null) {
    atMs = nextOccurrence(one, atMs);
    if (atMs !== null) times.push(new Date(atMs).toISOString());
  }
  return times;
}

describe("the times of a repeating maintenance", () => {
  test("stay at the same hour of the clock in Berlin when summer time ends and begins", () => {
    const sundays = repetition("FREQ=WEEKLY;BYDAY=SU", "Europe/Berlin", "2026-10-18T02:00:00Z");
    expect(timesOf(sundays, 3)).toEqual([
      "2026-10-18T02:00:00.000Z",
      "2026-10-25T03:00:00.000Z",
      "2026-11-01T03:00:00.000Z",
    ]);
    const spring = repetition("FREQ=WEEKLY;BYDAY=SU", "Europe/Berlin", "2027-03-21T03:00:00Z");
    expect(timesOf(spring, 2)).toEqual(["2027-03-21T03:00:00.000Z", "2027-03-28T02:00:00.000Z"]);
  });

  test("stay at the same hour of UTC in Istanbul, which has no summer time", () => {
    const sundays = repetition("FREQ=WEEKLY;BYDAY=SU", "Europe/Istanbul", "2026-10-18T02:00:00Z");
    expect(timesOf(sundays, 3)).toEqual([
      "2026-10-18T02:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
      "2026-11-01T02:00:00.000Z",
    ]);
  });

  test("leave out a day on which the clock skips them, and come once where it shows them twice", () => {
    const spring = repetition("FREQ=DAILY", "Europe/Berlin", "2027-03-27T01:30:00Z");
    expect(timesOf(spring, 2)).toEqual(["2027-03-27T01:30:00.000Z", "2027-03-29T00:30:00.000Z"]);
    const autumn = repetition("FREQ=DAILY", "Europe/Berlin", "2026-10-24T00:30:00Z");
    expect(timesOf(autumn, 3)).toEqual([
      "2026-10-24T00:30:00.000Z",
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  test("end with COUNT and with UNTIL, counted from the first", () => {
    const three = repetition("FREQ=DAILY;COUNT=3", "Etc/UTC", "2026-11-21T00:00:00Z");
    expect(timesOf(three, 9)).toHaveLength(3);
    expect(nextOccurrence(three, Date.parse("2026-11-23T00:00:00Z"))).toBeNull();
    const until = repetition(
      "FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20270101T000000Z",
      "Etc/UTC",
      "2026-11-29T00:00:00Z",
    );
    expect(timesOf(until, 9)).toEqual(["2026-11-29T00:00:00.000Z", "2026-12-27T00:00:00.000Z"]);
  });
});

describe("a repetition is refused", () => {
  test.each<[string, RepetitionError["field"], string]>([
    ["garbage", "rrule", "it takes one of RFC 5545"],
    ["", "rrule", "it takes one of RFC 5545"],
    ["BYDAY=SU", "rrule", "it takes one of RFC 5545"],
    ["FREQ=HOURLY", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY;FREQ=WEEKLY", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY;COUNT=-1", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY;UNTIL=20270101", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY;BYHOUR=25", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY\nEXDATE:20261121T000000Z", "rrule", "it takes one of RFC 5545"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z", "rrule", "COUNT and UNTIL"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "rrule", "has no time"],
    ["FREQ=WEEKLY;BYDAY=MO", "scheduled_for", "whose next one is 2026-11-23T00:00:00.000Z"],
  ])("that is %j", (rule, field, message) => {
    const one = repetition(rule, "Etc/UTC", "2026-11-21T00:00:00Z");
    expect(() => checkRepetition(one)).toThrow(
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    );
  });

  test("in a zone that there is not, and where one would begin before the last has ended", () => {
    const from = "2026-11-21T00:00:00Z";
    expect(() => checkRepetition(repetition("FREQ=DAILY", "Mars/Base", from))).toThrow(
      expect.objectContaining({ field: "time_zone" }),
    );
    expect(() => checkRepetition(repetition("FREQ=DAILY", "Etc/UTC", from, 25))).toThrow(
      expect.objectContaining({ field: "rrule" }),
    );
    checkRepetition(repetition("FREQ=DAILY", "Etc/UTC", from, 24));
  });
});
