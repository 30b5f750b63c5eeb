import { describe, expect, test } from "vitest";
import { momentMark } from "#monitor/domain/text-moments.ts";
import { momentInWords, renderText, renderTextInUtc } from "./moments.ts";

const noonMs = Date.parse("2026-11-21T09:05:00Z");
const lateMs = Date.parse("2026-11-21T22:30:00Z");

test("a moment is told in the page's time zone and in UTC, with the date where they differ", () => {
  expect(momentInWords(noonMs, "en", "Europe/Istanbul")).toBe(
    "21 Nov 2026 12:05 GMT+3 (09:05 UTC)",
  );
  expect(momentInWords(noonMs, "tr", "Europe/Istanbul")).toBe(
    "21 Kas 2026 12.05 GMT+3 (09.05 UTC)",
  );
  expect(momentInWords(lateMs, "en", "Europe/Istanbul")).toBe(
    "22 Nov 2026 01:30 GMT+3 (21 Nov 2026 22:30 UTC)",
  );
  expect(momentInWords(lateMs, "en", "UTC")).toBe("21 Nov 2026 22:30 UTC");
});

describe("a moment in a sentence", () => {
  const text = `${momentMark("since", noonMs)}, ${momentMark("time", lateMs)}`;

  test("is told in the zone that the heading names, with its day where that is another one", () => {
    expect(renderText(text, noonMs, "en", "Europe/Istanbul")).toBe("12:05, 22 Nov 2026 01:30");
    expect(renderText(text, noonMs, "tr", "Europe/Istanbul")).toBe("12.05'ten, 22 Kas 2026 01.30");
  });

  test("names UTC where no heading does", () => {
    expect(renderTextInUtc(text, noonMs, "en")).toBe("09:05 UTC, 22:30 UTC");
    expect(renderTextInUtc(text, noonMs, "tr")).toBe("09.05 UTC'den, 22.30 UTC");
  });

  test("of a text from before stays as it was written", () => {
    const old = "Website: major outage since 12:00 UTC; it does not respond in time.";
    expect(renderText(old, noonMs, "en", "Europe/Istanbul")).toBe(old);
  });
});
