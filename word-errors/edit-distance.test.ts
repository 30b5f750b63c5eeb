import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";
import { errorRatios, textDistance, textErrors, wordsOf } from "./text-distance.ts";

test.each([
  ["", "", 0],
  ["abc", "abc", 0],
  ["", "abc", 3],
  ["abc", "", 3],
  ["abc", "axc", 1],
  ["abc", "ac", 1],
  ["ac", "abc", 1],
  ["ab", "ba", 2],
  ["kitten", "sitting", 3],
  ["sunday", "saturday", 3],
])("from %j to %j it is %i edits", (from, to, edits) => {
  expect(editDistance(from.split(""), to.split(""))).toBe(edits);
});

test("errors are of words and of characters, spaces included", () => {
  expect(textErrors("Bir, iki üç.", "bir üç beş")).toEqual({
    wordEdits: 2,
    words: 3,
    characterEdits: 6,
    characters: 10,
  });
  expect(wordsOf(" ... ")).toEqual([]);
});

test("ratios are by what was said, and can exceed one", () => {
  expect(textDistance("bir iki", "bir")).toEqual({
    wordErrorRatio: 0.5,
    characterErrorRatio: 4 / 7,
  });
  expect(textDistance("on", "on bir iki")).toMatchObject({ wordErrorRatio: 2 });
  const nothing = { wordEdits: 2, words: 0, characterEdits: 5, characters: 0 };
  expect(errorRatios(nothing)).toEqual({ wordErrorRatio: 2, characterErrorRatio: 5 });
});
