import { expect, test } from "vitest";
import type { PageContent } from "#status-api/page/page-build.ts";
import { serverReader } from "../reader/reader.ts";
import { headOf, siteTitle } from "./head-of.ts";

test.each([
  ["Turkish Speech", "en", "Turkish Speech Status"],
  ["Acme status page", "en", "Acme status page"],
  ["Türkçe Konuşma", "tr", "Türkçe Konuşma – Durum"],
  ["KONUŞMA DURUMU", "tr", "KONUŞMA DURUMU"],
] as const)("%s is called in %s %s", (name, language, expected) => {
  expect(siteTitle(name, language)).toBe(expected);
});

const reader = serverReader("en");
const { overall, component } = reader.texts;
const statusEvent = { name: { en: "Slow", tr: "Yavaş" }, impact: "major", resolvedAtMs: null };

/** Returns a page's content with those fields of its view that its head needs. */
const contentOf = (kind: PageContent["kind"], view: object) =>
  ({ kind, view: { name: { en: "Speech", tr: "Konuşma" }, ...view } }) as unknown as PageContent;

test.each([
  [
    contentOf("overview", { overall: "operational", tone: "minor" }),
    `${overall.operational} – Speech Status`,
    "minor",
  ],
  [
    contentOf("component", {
      component: { name: { en: "Synthesis", tr: "Seslendirme" }, status: "major_outage" },
    }),
    `Synthesis: ${component.major_outage} – Speech Status`,
    "major_outage",
  ],
  [
    contentOf("statusEvent", { statusEvent: { ...statusEvent, status: "monitoring" } }),
    "Slow – Speech Status",
    "monitoring",
  ],
  [
    contentOf("statusEvent", {
      statusEvent: { ...statusEvent, status: "resolved", resolvedAtMs: 1 },
    }),
    "Slow – Speech Status",
    "operational",
  ],
])("a page has a title, and an icon in its tone: $kind", (content, title, tone) => {
  expect(headOf(content, reader)).toEqual({ title, tone });
});

test.each([
  [contentOf("history", { month: "2026-11" })],
  [contentOf("report", { report: { month: "2026-11" } })],
])(
  "a page about the past names its month, and is never in the tone of a fault: $kind",
  (content) => {
    const { title, tone } = headOf(content, reader);
    expect(title).toMatch(/^\S.*November 2026.* – Speech Status$/);
    expect(tone).toBe("operational");
  },
);

test("a head is in the language of its reader", () => {
  const content = contentOf("statusEvent", {
    statusEvent: { ...statusEvent, status: "identified" },
  });
  expect(headOf(content, serverReader("tr")).title).toBe("Yavaş – Konuşma – Durum");
});
