import { expect, test } from "vitest";
import { formatsOf } from "../reader/formats.ts";
import { TEXTS } from "../texts/texts.ts";
import { zonedSpan } from "./page-parts.tsx";

const formats = formatsOf("en", TEXTS.en.durations, "utc");
const span = (from: string, until: string) =>
  zonedSpan(formats, "Europe/Istanbul", Date.parse(from), Date.parse(until));

test("a span within a day of its zone names the day once", () => {
  expect(span("2026-11-27T22:00Z", "2026-11-28T01:30Z")).toEqual({
    from: "28 Nov 2026, 01:00",
    until: "04:30",
  });
  expect(span("2026-11-28T20:00Z", "2026-11-28T22:00Z")).toEqual({
    from: "28 Nov 2026, 23:00",
    until: "29 Nov 2026, 01:00",
  });
});
