import { expect, test } from "vitest";
import type { PageContent } from "#status-api/page/page-build.ts";
import { serverReader } from "../reader/reader.ts";
import { pictureOf } from "./picture-of.ts";

const SITE = "https://status.example.com";
const reader = serverReader("en");
const { overall, stages } = reader.texts;

/** Returns a page's content with those fields of its view that its picture needs. */
const contentOf = (kind: PageContent["kind"], view: object) =>
  ({ kind, view: { name: { en: "Speech", tr: "Konuşma" }, ...view } }) as unknown as PageContent;

const statusEvent = { id: "inc_1", name: { en: "Slow", tr: "Yavaş" }, status: "identified" };

test.each([
  [
    contentOf("overview", { overall: "operational", dataAtMs: 1_999 }),
    `${SITE}/picture.png?lang=en&at=1`,
    `Speech: ${overall.operational}`,
  ],
  [contentOf("component", { dataAtMs: 2_000 }), `${SITE}/picture.png?lang=en&at=2`, "Speech"],
  [contentOf("history", { month: "2026-11" }), `${SITE}/picture.png?lang=en`, "Speech"],
  [contentOf("report", { dataAtMs: 2_000 }), `${SITE}/picture.png?lang=en`, "Speech"],
  [
    contentOf("statusEvent", {
      statusEvent: { ...statusEvent, resolvedAtMs: null },
      live: { dataAtMs: 5_500, databaseAway: false },
    }),
    `${SITE}/incidents/inc_1/picture.png?lang=en&at=5`,
    `Speech: Slow: ${stages.identified}`,
  ],
  [
    contentOf("statusEvent", {
      statusEvent: { ...statusEvent, status: "postmortem", resolvedAtMs: 7_000 },
      live: null,
    }),
    `${SITE}/incidents/inc_1/picture.png?lang=en&at=7`,
    `Speech: Slow: ${stages.resolved}`,
  ],
])("a page has a picture that says what it says: $kind", (content, url, alt) => {
  expect(pictureOf(content, SITE, reader)).toEqual({ url, alt });
});

test("a picture is in the language of its reader", () => {
  const content = contentOf("history", { month: "2026-11" });
  expect(pictureOf(content, SITE, serverReader("tr"))).toEqual({
    url: `${SITE}/picture.png?lang=tr`,
    alt: "Konuşma",
  });
});
