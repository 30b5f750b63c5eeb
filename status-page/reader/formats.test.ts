import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatsOf } from "./formats.ts";
import { TEXTS } from "../texts/texts.ts";

const processZone = process.env["TZ"];
beforeAll(() => {
  process.env["TZ"] = "Europe/Istanbul";
});
afterAll(() => {
  if (processZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = processZone;
});

const en = formatsOf("en", TEXTS.en.durations, "local");
const tr = formatsOf("tr", TEXTS.tr.durations, "local");
const lateEvening = Date.parse("2026-11-20T22:03:20Z");
const secondMs = 1000;
const hourMs = 3_600_000;

describe("moments", () => {
  test("are in the reader's zone, and in UTC beside it", () => {
    expect(en.dateTime(lateEvening)).toBe("21 Nov 2026, 01:03");
    expect(en.time(lateEvening)).toBe("01:03");
    expect(en.utc(lateEvening)).toBe("20 Nov 2026, 22:03:20 UTC");
    expect(en.dateKey(lateEvening)).toBe("2026-11-21");
    expect(tr.dateTime(lateEvening)).toBe("21 Kas 2026 01.03");
  });
});

describe("days", () => {
  test("are UTC days, whatever the zone", () => {
    process.env["TZ"] = "America/Los_Angeles";
    expect(en.day("2026-11-21")).toBe("21 Nov 2026");
    process.env["TZ"] = "Europe/Istanbul";
    expect(en.dayLong("2026-11-21")).toBe("Saturday, 21 November 2026");
    expect(tr.dayLong("2026-11-21")).toBe("21 Kasım 2026 Cumartesi");
  });

  test("in a row are written as a range", () => {
    expect(en.days("2026-11-03", "2026-11-21")).toBe("3 – 21 Nov 2026");
    expect(en.days("2026-11-21", "2026-11-21")).toBe("21 Nov 2026");
  });
});

test.each([
  { ms: 0, en: "under 1 s", tr: "1 saniyeden az" },
  { ms: 45 * secondMs, en: "45 s", tr: "45 sn" },
  { ms: 720 * secondMs, en: "12 min", tr: "12 dk" },
  { ms: 750 * secondMs, en: "12 min 30 s", tr: "12 dk 30 sn" },
  { ms: 2 * hourMs + 5 * 60 * secondMs, en: "2 h 5 min", tr: "2 sa 5 dk" },
  { ms: 2 * hourMs + 5 * secondMs, en: "2 h", tr: "2 sa" },
  { ms: 24 * hourMs, en: "24 h", tr: "24 sa" },
  { ms: 47.5 * hourMs, en: "47 h 30 min", tr: "47 sa 30 dk" },
  { ms: 50 * hourMs, en: "2 d 2 h", tr: "2 gün 2 sa" },
])("$ms ms are $en", ({ ms, en: inEnglish, tr: inTurkish }) => {
  expect(en.duration(ms)).toBe(inEnglish);
  expect(tr.duration(ms)).toBe(inTurkish);
});

test.each([
  { percent: 100, en: "100%", tr: "%100" },
  { percent: 99.99, en: "99.99%", tr: "%99,99" },
  { percent: 99.9, en: "99.90%", tr: "%99,90" },
  { percent: 0, en: "0%", tr: "%0" },
])("$percent percent are $en", ({ percent, en: inEnglish, tr: inTurkish }) => {
  expect(en.percent(percent)).toBe(inEnglish);
  expect(tr.percent(percent)).toBe(inTurkish);
});

test("no uptime figure of two decimals is rounded up", () => {
  for (let hundredths = 0; hundredths < 10_000; hundredths += 1) {
    expect(Number(en.percent(hundredths / 100).replace("%", ""))).toBe(hundredths / 100);
  }
});

test("a moment in a sentence is a time on the day of the sentence, and a date on others", () => {
  const saidMs = lateEvening + hourMs;
  expect(en.inSentence({ form: "time", atMs: lateEvening } as never, saidMs)).toBe("01:03");
  expect(en.inSentence({ form: "time", atMs: lateEvening - 2 * hourMs } as never, saidMs)).toBe(
    "20 Nov 2026, 23:03",
  );
  expect(tr.inSentence({ form: "since", atMs: lateEvening } as never, saidMs)).toBe("01.03'ten");
});

test.each([
  [100, "100%"],
  [99.98, "99.98%"],
  [99.5, "99.50%"],
  [0, "0%"],
])("%s percent is written as %s", (percent, written) => {
  expect(en.percent(percent)).toBe(written);
});

test.each([
  [0.042, "4.2%"],
  [0.5, "50%"],
  [0.0426, "4.3%"],
])("a share of %s is written as %s", (share, written) => {
  expect(en.share(share)).toBe(written);
});

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [1_239, "1.24 s"],
])("%s ms are written as %s", (ms, written) => {
  expect(en.milliseconds(ms)).toBe(written);
});

test("hours, months and numbers are written for the reader", () => {
  expect([en.hour(6), tr.hour(6)]).toEqual(["06:00", "06.00"]);
  expect([en.month("2026-11"), tr.month("2026-11")]).toEqual(["November 2026", "Kasım 2026"]);
  expect([en.number(1_234.567_8), tr.number(0.5)]).toEqual(["1,234.568", "0,5"]);
});
