import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { PeopleFigures } from "../../contract/models.ts";
import transcribe from "../../models/transcribe-1/model.json" with { type: "json" };
import { peopleWords } from "../texts/people-words.ts";
import { ALL_TEXTS } from "../texts/texts.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const synth = "service/models/synth-v2/MODEL_CARD.md";

/** Where each figure of the website was measured, and what is said of it there. */
const sources = [
  ["voices", synth, "| baran | 6.2 % |"],
  ["fileSpeed", "docs/measuring.md", "people at 24 × real time"],
  ["speechSpeed", "docs/measuring.md", "44 × real time (synth-v2)"],
  ["firstAudio", "docs/measuring.md", "the first audio after 10 and 14 ms"],
] as const;

test("every figure has a source", () => {
  expect(Object.keys(ALL_TEXTS.website.en.figures)).toEqual(sources.map(([name]) => name));
});

test.each(sources)("%s stands where it was measured", (name, file, quote) => {
  const text = readFileSync(path.join(root, file), "utf8").replaceAll("\n", " ");
  expect(text).toContain(quote);
  const { value } = ALL_TEXTS.website.en.figures[name];
  for (const number of value.match(/\d+(?:\.\d+)?/g)?.slice(-1) ?? []) {
    expect(quote).toContain(number);
  }
});

test.each(["README.md", "service/models/transcribe-1/MODEL_CARD.md"])(
  "%s says of people what was measured",
  (file) => {
    const { people } = transcribe.measured as { people: PeopleFigures };
    const text = readFileSync(path.join(root, file), "utf8").replaceAll(/\s+/g, " ");
    expect(text).toContain(peopleWords(people, ALL_TEXTS.people.en));
  },
);
