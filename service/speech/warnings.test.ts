import { describe, expect, test } from "vitest";
import { warningsOf } from "./warnings.ts";

const words = (...confidences: readonly number[]) =>
  confidences.map((confidence) => ({ confidence }));
const codesOf = (...doubts: Parameters<typeof warningsOf>) =>
  warningsOf(...doubts).warnings?.map(({ code }) => code);

describe("a transcript is warned of", () => {
  test("when its words are likely wrong, taken together", () => {
    expect(codesOf({ words: words(0.9, 0.2, 0.5) })).toEqual(["low_confidence"]);
    expect(codesOf({ words: words(0.9, 0.9, 0.1) })).toBeUndefined();
  });

  test("when they are not Turkish, and of both", () => {
    expect(codesOf({ words: words(0.9), isTurkish: false })).toEqual(["language_not_turkish"]);
    expect(codesOf({ words: words(0.2), isTurkish: false })).toEqual([
      "language_not_turkish",
      "low_confidence",
    ]);
  });

  test("when it is empty, though the audio is loud", () => {
    expect(codesOf({ words: [], isLoud: true })).toEqual(["no_words"]);
    expect(codesOf({ words: words(1), isLoud: true })).toBeUndefined();
  });

  test("but not when nothing was said, or the language is not known", () => {
    expect(warningsOf({ words: [] })).toEqual({});
    expect(warningsOf({ words: words(1), isTurkish: undefined })).toEqual({});
  });
});
