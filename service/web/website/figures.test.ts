import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FIGURES, type FigureSource } from "./figures.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const FILES: Readonly<Record<FigureSource, string>> = {
  "transcribe-1": "service/models/transcribe-1/MODEL_CARD.md",
  "synth-v2": "service/models/synth-v2/MODEL_CARD.md",
  readme: "README.md",
};

test.each(FIGURES)("$name stands where it was measured", ({ source, quote, value }) => {
  const text = readFileSync(path.join(root, FILES[source]), "utf8").replaceAll("\n", " ");
  expect(text).toContain(quote);
  for (const number of value.en.match(/\d+(?:\.\d+)?/g)?.slice(-1) ?? []) {
    expect(quote).toContain(number);
  }
});
