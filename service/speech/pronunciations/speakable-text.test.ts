import { describe, expect, test } from "vitest";
import { LIMITS } from "../../contract/limits.ts";
import { parseRequestedPronunciations } from "./pronunciation-fields.ts";
import { pronounce } from "./speakable-text.ts";
import { WordIndex } from "./word-index.ts";

/** A rule that finds its word within words too. */
const rule = (word: string, said: { alias: string } | { ipa: string }) => ({
  word,
  ...said,
  case_sensitive: false,
  word_boundaries: false,
});

function said(text: string, ...rules: readonly ReturnType<typeof rule>[]) {
  const own = parseRequestedPronunciations(rules as never)?.own ?? [];
  return pronounce(text, new WordIndex(own));
}

describe("what a text costs", () => {
  test("grows by what aliases and sounds add to it, and never shrinks", () => {
    expect(said("Merhaba dünya.").addedCharacters).toBe(0);
    expect(said("a".repeat(100), rule("a", { alias: "ba".repeat(95) })).addedCharacters).toBe(
      18_900,
    );
    expect(said("a", rule("a", { ipa: "meɾhaˈba" })).addedCharacters).toBe(7);
    expect(said("Amerika", rule("Amerika", { alias: "ABD" })).addedCharacters).toBe(0);
  });

  test("numbers in words count as they are written", () => {
    expect(said("2026 yılında 34567 kişi.").addedCharacters).toBe(0);
  });
});

test("a hundred letters with an alias of figures are not spoken as 160,000 characters, and the refusal names field and limit", () => {
  const max = LIMITS.spokenCharacters.toLocaleString("en");
  const grown = () => said("a".repeat(100), rule("a", { alias: "9 8 7 6 ".repeat(24) }));
  expect(grown).toThrow(expect.objectContaining({ code: "input_too_long", param: "input" }));
  expect(grown).toThrow(max);
});
