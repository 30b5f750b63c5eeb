import { afterEach, describe, expect, test } from "vitest";
import { datesOf, offsetOf, type Zone } from "./dates.ts";
import { type Language, LANGUAGES, languages } from "../language/languages.ts";

const hourMs = 3_600_000;
const zones = ["Europe/Istanbul", "America/Los_Angeles", "Asia/Kathmandu", "Australia/Lord_Howe"];
/** Every 37 hours of two years and a half, over a leap day and every change of a clock. */
const moments = Array.from(
  { length: 600 },
  (_, index) => Date.parse("2027-08-30T22:14:09Z") + index * 37 * hourMs,
);

const processZone = process.env["TZ"];
afterEach(() => {
  if (processZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = processZone;
});

/** What Intl writes, with spaces and dashes as they are typed, and the clock as the language's people write it. */
function intl(
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (firstMs: number, lastMs?: number) => string {
  const format = new Intl.DateTimeFormat(LANGUAGES[language].locale, { ...options, timeZone });
  return (firstMs, lastMs = firstMs) =>
    (firstMs === lastMs ? format.format(firstMs) : format.formatRange(firstMs, lastMs))
      .replaceAll(/\s/g, " ")
      .replaceAll(/ ?– ?/g, " – ")
      .replaceAll(/(?<=\d):(?=\d)/g, LANGUAGES[language].clock);
}

/** What is written otherwise than Intl writes it. */
function differences(language: Language, zone: Zone, timeZone: string): string[] {
  const found: string[] = [];
  const compare = (written: string, expected: string): void => {
    if (written !== expected) found.push(`${written} instead of ${expected}`);
  };
  const dates = datesOf(language, zone);
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const short = { day: "numeric", month: "short", year: "numeric" } as const;
  const long = { day: "numeric", month: "long", year: "numeric" } as const;
  const seconds = { ...clock, second: "2-digit" } as const;
  const expected = {
    clock: intl(language, timeZone, clock),
    clockWithSeconds: intl(language, timeZone, seconds),
    dayAndMonth: intl(language, timeZone, { day: "numeric", month: "short" }),
    day: intl(language, timeZone, short),
    weekday: intl(language, timeZone, { ...long, weekday: "long" }),
    month: intl(language, timeZone, { month: "long", year: "numeric" }),
    dateTime: intl(language, timeZone, { ...short, ...clock }),
    dateTimeWithSeconds: intl(language, timeZone, { ...short, ...seconds }),
    days: intl(language, timeZone, short),
    longDays: intl(language, timeZone, { day: "numeric", month: "long" }),
  };
  const iso = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  for (const [index, atMs] of moments.entries()) {
    for (const [name, write] of Object.entries(expected)) {
      compare(dates[name as keyof typeof expected](atMs, atMs), write(atMs));
    }
    compare(dates.key(atMs), iso.format(atMs));
    const laterMs = moments[index + (index % 40)] ?? atMs;
    compare(dates.days(atMs, laterMs), expected.days(atMs, laterMs));
    compare(dates.longDays(atMs, laterMs), expected.longDays(atMs, laterMs));
  }
  return found;
}

describe.each(languages)("dates in %s are what Intl writes", (language) => {
  test("in UTC", () => {
    process.env["TZ"] = "America/New_York";
    expect(differences(language, "utc", "UTC")).toEqual([]);
  });

  test.each(zones)("on a clock in %s", (timeZone) => {
    process.env["TZ"] = timeZone;
    expect(differences(language, "local", timeZone)).toEqual([]);
  });
});

test.each([
  { timeZone: "Europe/Istanbul", offset: "UTC+3" },
  { timeZone: "America/St_Johns", offset: "UTC−3:30" },
  { timeZone: "Asia/Kathmandu", offset: "UTC+5:45" },
  { timeZone: "UTC", offset: "UTC" },
])("a clock in $timeZone is at $offset", ({ timeZone, offset }) => {
  process.env["TZ"] = timeZone;
  expect(offsetOf(Date.parse("2026-11-21T12:00:00Z"))).toBe(offset);
});
