import { expect, test } from "vitest";
import { TEXTS } from "../texts/texts.ts";
import { relativeTime } from "./relative-time.ts";
import { serverReader } from "./reader.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test.each([
  { awayMs: -30_000, en: "just now", tr: "az önce" },
  { awayMs: -119_000, en: "1 min ago", tr: "1 dk önce" },
  { awayMs: -59 * minuteMs, en: "59 min ago", tr: "59 dk önce" },
  { awayMs: -47 * hourMs - 59 * minuteMs, en: "47 h ago", tr: "47 sa önce" },
  { awayMs: -50 * hourMs, en: "2 d ago", tr: "2 gün önce" },
  { awayMs: 30_000, en: "in less than a minute", tr: "bir dakikadan kısa süre sonra" },
  { awayMs: 3 * hourMs + 1, en: "in 3 h", tr: "3 sa sonra" },
])("$en", ({ awayMs, ...expected }) => {
  for (const language of ["en", "tr"] as const) {
    const { formats } = serverReader(language);
    const nowMs = Date.parse("2026-11-21T12:00:00Z");
    const said = relativeTime(nowMs + awayMs, nowMs, TEXTS[language].frame, formats);
    expect(said).toBe(expected[language]);
  }
});
