import { expect, test } from "vitest";
import { tickLabels } from "./tick-labels.ts";

const hourMs = 3_600_000;
const istanbul = { locale: "tr-TR", timeZone: "Europe/Istanbul" };
const midnight = Date.parse("2026-11-20T21:00:00Z");

test("ticks within days are times, and the day where one begins", () => {
  const ticksMs = [midnight - 6 * hourMs, midnight, midnight + 6 * hourMs];
  expect(tickLabels(ticksMs, 6 * hourMs, istanbul)).toEqual(["18:00", "21 Kas", "06:00"]);
});

test("ticks that are days apart are days", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  const english = { locale: "en-GB", timeZone: "UTC" };
  expect(tickLabels([noon], 24 * hourMs, english)).toEqual(["21 Nov"]);
});
