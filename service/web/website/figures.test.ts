import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ALL_TEXTS } from "../texts/all-texts.ts";
import { FIGURES, type FigureSource } from "./figures.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const FILES: Readonly<Record<FigureSource, string>> = {
  "transcribe-1": "service/models/transcribe-1/MODEL_CARD.md",
  "synth-v2": "service/models/synth-v2/MODEL_CARD.md",
  readme: "README.md",
};

test.each(FIGURES)("$name stands where it was measured", ({ name, source, quote }) => {
  const text = readFileSync(path.join(root, FILES[source]), "utf8").replaceAll("\n", " ");
  expect(text).toContain(quote);
  for (const number of ALL_TEXTS.website.en.figures[name].value
    .match(/\d+(?:\.\d+)?/g)
    ?.slice(-1) ?? []) {
    expect(quote).toContain(number);
  }
});
