import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { LetterModel } from "./letter-model.ts";

const folder = new URL("../../small-models/transcribe-1/", import.meta.url);

let tokens: readonly string[];
let model: LetterModel;

beforeAll(async () => {
  ({ tokens } = JSON.parse(await readFile(new URL("model.json", folder), "utf8")) as {
    tokens: string[];
  });
  model = new LetterModel(await readFile(new URL("letters.ngram", folder)), tokens.indexOf(" "));
});

/** Log-probability of a text from its beginning to the space behind it. */
function likelihood(text: string): number {
  let context = model.begin;
  let sum = 0;
  for (const letter of `${text} `) {
    const token = tokens.indexOf(letter);
    sum += model.logProbability(context, token);
    context = model.after(context, token);
  }
  return sum;
}

function contextOf(text: string): number {
  const letters = text.split("").map((letter) => tokens.indexOf(letter));
  return letters.reduce((context, token) => model.after(context, token), model.begin);
}

describe("LetterModel", () => {
  it.each(["", "ü", "güne", "yarın sabah ", "jjjjj"])(
    "gives probabilities that sum to 1 after '%s'",
    (text) => {
      const context = contextOf(text);
      const sum = tokens
        .slice(1)
        .reduce((total, _, at) => total + Math.exp(model.logProbability(context, at + 1)), 0);
      expect(sum).toBeCloseTo(1, 2);
    },
  );

  it("finds spaces where words end", () => {
    expect(likelihood("yarın sabah")).toBeGreaterThan(likelihood("yarı nsabah"));
    expect(likelihood("kitap okuyorum")).toBeGreaterThan(likelihood("kitapokuyorum"));
  });

  it("remembers only as much as its order", () => {
    expect(contextOf("bugün hava")).toBe(contextOf("yarın hava"));
  });
});
