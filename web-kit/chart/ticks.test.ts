import { afterEach, describe, expect, test } from "vitest";
import { timeTicks, valueTicks } from "./ticks.ts";

const hourMs = 3_600_000;
const turkish = { language: "tr", zone: "utc" } as const;
const english = { language: "en", zone: "utc" } as const;
const at = (iso: string) => Date.parse(iso);

describe("ticks of time", () => {
  const processZone = process.env["TZ"];
  afterEach(() => {
    if (processZone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = processZone;
  });
  const labels = (from: string, until: string, locale: Parameters<typeof timeTicks>[2]) =>
    timeTicks(at(from), at(until), locale).map(({ label }) => label);

  test("within days are times, and the day where one begins", () => {
    expect(labels("2026-11-20T13:00Z", "2026-11-21T13:00Z", turkish)).toEqual([
      "15.00",
      "18.00",
      "21.00",
      "21 Kas",
      "03.00",
      "06.00",
      "09.00",
      "12.00",
    ]);
  });

  test("within an hour are minutes", () => {
    expect(labels("2026-11-20T13:02Z", "2026-11-20T14:02Z", english)).toEqual([
      "13:10",
      "13:20",
      "13:30",
      "13:40",
      "13:50",
      "14:00",
    ]);
  });

  test("that are days apart are days", () => {
    expect(labels("2026-11-01T00:00Z", "2026-11-07T00:00Z", english)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} Nov`),
    );
  });

  test("are at most sixty days apart, however long the time is", () => {
    const ticks = timeTicks(at("2024-01-01T00:00Z"), at("2026-01-01T00:00Z"), english);
    const [first, second] = ticks.map(({ atMs }) => atMs);
    expect(((second ?? 0) - (first ?? 0)) / hourMs).toBe(60 * 24);
  });

  test("are round on the reader's clock, also after it was changed", () => {
    process.env["TZ"] = "America/New_York";
    const local = { language: "en", zone: "local" } as const;
    const ticks = timeTicks(at("2026-10-31T04:00Z"), at("2026-11-03T05:00Z"), local);
    expect(ticks.map(({ label }) => label)).toEqual([
      "31 Oct",
      "12:00",
      "1 Nov",
      "12:00",
      "2 Nov",
      "12:00",
      "3 Nov",
    ]);
    expect(ticks.map(({ atMs }) => (atMs - at("2026-10-31T04:00Z")) / hourMs)).toEqual([
      0, 12, 24, 37, 49, 61, 73,
    ]);
  });
});

describe("ticks of values", () => {
  test("are the ends alone where no round numbers differ as they are written", () => {
    expect(valueTicks(0.04, (value) => value.toFixed(0))).toEqual([0, 0.04]);
  });

  test.each([
    { max: 430, ticks: [0, 100, 200, 300, 400, 500] },
    { max: 1, ticks: [0, 1] },
    { max: 2, ticks: [0, 1, 2] },
    { max: 14, ticks: [0, 5, 10, 15] },
    { max: 100, ticks: [0, 20, 40, 60, 80, 100] },
  ])("up to $max are at round numbers that differ as they are written", ({ max, ticks }) => {
    expect(valueTicks(max, (value) => value.toFixed(0))).toEqual(ticks);
  });
});
