import { expect, test } from "vitest";
import type { DayView } from "#status-api/page/page-view-component.ts";
import { dayInWords, durationsInWords, isPartlyObserved } from "./day-words.ts";
import { formatsOf } from "../reader/formats.ts";
import { TEXTS } from "../texts/texts.ts";

const hourMs = 3_600_000;
const texts = { ...TEXTS.en.page, ...TEXTS.en.status };
const formats = formatsOf("en", TEXTS.en.durations, "utc");
const day = (status: DayView["status"], hours: DayView["durationsMs"]): DayView => ({
  date: "2026-11-21",
  status,
  durationsMs: Object.fromEntries(
    Object.entries(hours).map(([one, count]) => [one, count * hourMs]),
  ),
});

test.each([
  { of: day("operational", { operational: 24 }), words: "Operational" },
  { of: day("unknown", { unknown: 24 }), words: "Unknown" },
  { of: day("operational", { operational: 23, unknown: 1 }), words: "Operational" },
  { of: day("operational", { operational: 6, unknown: 18 }), words: "Operational, Unknown 18 h" },
  {
    of: day("major_outage", { operational: 20, major_outage: 1, degraded_performance: 3 }),
    words: "Major outage 1 h, Degraded performance 3 h",
  },
  {
    of: day("under_maintenance", { under_maintenance: 2, operational: 22 }),
    words: "Under maintenance 2 h",
  },
])("$words", ({ of, words }) => {
  expect(dayInWords(of, texts, formats)).toBe(words);
});

test("all durations are told with the worst first", () => {
  expect(durationsInWords({ operational: hourMs, major_outage: 60_000 }, texts, formats)).toBe(
    "Major outage 1 min, Operational 1 h",
  );
});

test("a day is partly observed when more than a tenth of it was missed, but not all", () => {
  expect(isPartlyObserved(day("operational", { operational: 21, unknown: 3 }))).toBe(true);
  expect(isPartlyObserved(day("operational", { operational: 22, unknown: 2 }))).toBe(false);
  expect(isPartlyObserved(day("unknown", { unknown: 24 }))).toBe(false);
});
