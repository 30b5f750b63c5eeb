import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { LetterModel } from "./letter-model.ts";
import { languageEvidence, mayBeTurkish } from "./spoken-language.ts";

const folder = "service/small-models/transcribe-1";
let spelling: Parameters<typeof languageEvidence>[1];
beforeAll(async () => {
  const { tokens, files } = JSON.parse(await readFile(`${folder}/model.json`, "utf8"));
  const space = tokens.indexOf(" ");
  const letterModel = new LetterModel(await readFile(`${folder}/${files.letters}`), space);
  const decoding = { beam: 1, letter_weight: 0, letter_bonus: 0, least_confidence: 0 };
  spelling = { tokens, space, decoding, letterModel };
});

/** Words of a text, each as long. */
const heard = (text: string, seconds: number, confidence: number) =>
  text.split(" ").map((word, at, words) => ({
    text: word,
    start: (at * seconds) / words.length,
    end: ((at + 1) * seconds) / words.length,
    confidence,
  }));

const judged = (text: string, seconds: number, confidence: number) =>
  mayBeTurkish(languageEvidence(heard(text, seconds, confidence), spelling));

describe("what was heard", () => {
  const turkish = "yarın sabah saat dokuzda okulun önünde buluşalım";
  const other = "da zuk an di küste fert um halp aht alzo zay bite etvas früa am banhof";

  test("is Turkish by its letters, however unsure", () => {
    expect(judged(turkish, 5, 0.5)).toBe(true);
  });

  test("is Turkish where it is sure, as names are", () => {
    expect(judged("washington volkswagen shakespeare", 5, 0.95)).toBe(true);
  });

  test("is something else where letters and confidence both say so", () => {
    expect(judged(other, 5, 0.7)).toBe(false);
  });

  test("is not judged where it is short, or nothing", () => {
    expect(judged(other, 2.9, 0.7)).toBeUndefined();
    expect(mayBeTurkish(languageEvidence([], spelling))).toBeUndefined();
  });

  test("is not judged without a letter model", () => {
    const without = { ...spelling, letterModel: undefined };
    expect(languageEvidence(heard(other, 5, 0.7), without)).toBeUndefined();
  });
});
