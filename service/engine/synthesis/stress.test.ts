import { expect, it } from "vitest";

import { stressedSyllable } from "./stress.ts";

it.each([
  ["kitap", 1],
  ["ankara'dan", 0],
  ["istanbul", 1],
  ["geliyor", 1],
  ["gelmiyor", 0],
  ["gelmedi", 0],
  ["güzeldir", 1],
  ["lokanta", 1],
  ["türkçe", 0],
  ["mi", undefined],
  ["ve", undefined],
  ["krk", undefined],
])("stresses %s on syllable %s", (word, syllable) => {
  expect(stressedSyllable(word)).toBe(syllable);
});
