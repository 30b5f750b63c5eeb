import { localizedText } from "#monitor/domain/localized-text.ts";
import { expect, test } from "vitest";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import { namesOfComponents } from "./component-names.ts";
import { readerOf } from "./reader.ts";

const component = (id: string, en: string, tr: string): ComponentView => ({
  id,
  name: localizedText({ en, tr }),
  description: localizedText({ en: "", tr: "" }),
  status: "operational",
  sinceMs: 0,
  uptimePercent: 100,
  coveragePercent: 100,
  observedMs: 1,
  saidUntilMs: null,
  days: [],
  intervals: [],
});

const components = [
  component("tts", "Speech synthesis", "Seslendirme"),
  component("web", "Website", "Web sitesi"),
  component("demo", "Live demos", "Canlı demolar"),
];
const english = readerOf("en", "utc", false);

test("components are named in the page's order and the reader's language", () => {
  expect(namesOfComponents(components, ["web", "tts"], english)).toBe("Speech synthesis, Website");
  expect(namesOfComponents(components, ["web", "tts"], readerOf("tr", "utc", false))).toBe(
    "Seslendirme, Web sitesi",
  );
});

test("all of them are said to be all", () => {
  expect(namesOfComponents(components, ["demo", "web", "tts"], english)).toBe("all components");
});

test("the only component of a page has its name", () => {
  expect(namesOfComponents(components.slice(0, 1), ["tts"], english)).toBe("Speech synthesis");
});

test("a component that left the page is known by its id", () => {
  expect(namesOfComponents(components, ["web", "fax"], english)).toBe("Website, fax");
});
