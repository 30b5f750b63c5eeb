import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ALL_TEXTS } from "../texts/texts.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const transcribe = "service/models/transcribe-1/MODEL_CARD.md";
const synth = "service/models/synth-v2/MODEL_CARD.md";

/** Where each figure of the website was measured, and what is said of it there. */
const sources = [
  ["known", transcribe, "| variants of the voice that training heard (167) | 0.6 % / 4.1 % |"],
  ["telephone", transcribe, "| 1.2 % / 6.0 % |"],
  [
    "newspapers",
    transcribe,
    "| sentences of newspapers, essays and novels (200) | 1.5 % / 9.1 % |",
  ],
  ["voices", synth, "| kerem | 1.2 % |"],
  ["fileSpeed", "docs/measuring.md", "720 × real time"],
  ["streams", "docs/measuring.md", "224 live streams"],
  ["speechSpeed", "docs/measuring.md", "54 × real time (synth-v2)"],
  ["firstAudio", "docs/measuring.md", "the first audio after 18 and 21 ms"],
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
