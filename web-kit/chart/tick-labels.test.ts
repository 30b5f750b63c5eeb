import { expect, test } from "vitest";
import { tickLabels } from "./tick-labels.ts";

const hourMs = 3_600_000;
const turkish = { language: "tr", zone: "utc" } as const;
const midnight = Date.parse("2026-11-21T00:00:00Z");

test("ticks within days are times, and the day where one begins", () => {
  const ticksMs = [midnight - 6 * hourMs, midnight, midnight + 6 * hourMs];
  expect(tickLabels(ticksMs, 6 * hourMs, turkish)).toEqual(["18:00", "21 Kas", "06:00"]);
});

test("ticks that are days apart are days", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  const english = { language: "en", zone: "utc" } as const;
  expect(tickLabels([noon], 24 * hourMs, english)).toEqual(["21 Nov"]);
});
