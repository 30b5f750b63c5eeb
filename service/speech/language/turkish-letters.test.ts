import { expect, test } from "vitest";
import { closeVowelAfter, lastVowelOf, openVowelAfter } from "./turkish-letters.ts";

test.each([
  ["kitap", "a", "a", "ı"],
  ["deniz", "i", "e", "i"],
  ["DENİZ", "i", "e", "i"],
  ["ADIL", "ı", "a", "ı"],
  ["göl", "ö", "e", "ü"],
  ["okul", "u", "a", "u"],
  ["brr", "e", "e", "i"],
])("%s has the last vowel %s, and endings with %s and %s", (word, last, open, close) => {
  const vowel = lastVowelOf(word);
  expect([vowel, openVowelAfter(vowel), closeVowelAfter(vowel)]).toEqual([last, open, close]);
});
