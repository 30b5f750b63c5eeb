import { describe, expect, test } from "vitest";
import { wordKey, type PronunciationRule } from "./pronunciation.ts";
import { tidyWord } from "./text-units.ts";
import { WordIndex } from "./word-index.ts";

type Options = Partial<Pick<PronunciationRule, "caseSensitive" | "wordBoundaries">>;

function rule(word: string, options: Options = {}): PronunciationRule {
  const defaults = { caseSensitive: false, wordBoundaries: true };
  return { word: tidyWord(word), alias: "x", ...defaults, ...options };
}

function found(text: string, ...rules: readonly PronunciationRule[]): readonly string[] {
  return new WordIndex(rules).find(text).map(({ start, end }) => text.slice(start, end));
}

const exact = { caseSensitive: true };
const anywhere = { wordBoundaries: false };

describe("WordIndex", () => {
  test.each<[string, string, readonly PronunciationRule[], readonly string[]]>([
    ["a word by itself", "NATO ve BM", [rule("NATO")], ["NATO"]],
    ["not inside another word", "NATOcu, antinato, NATO2", [rule("nato")], []],
    ["an apostrophe is an edge", "NATO'ya NATO’dan", [rule("nato")], ["NATO", "NATO"]],
    ["so are marks and hyphens", "(NATO), NATO-BM.", [rule("nato")], ["NATO", "NATO"]],
    ["dotted and dotless I", "IŞIK ışık İŞIK", [rule("ışık")], ["IŞIK", "ışık"]],
    ["İ is i", "İZMİR izmir IZMIR", [rule("İzmir")], ["İZMİR", "izmir"]],
    ["its case where asked for", "AK ak Ak", [rule("AK", exact)], ["AK"]],
    ["inside words where asked for", "karar", [rule("ar", anywhere)], ["ar", "ar"]],
    ["the longest word", "New York Times", [rule("New"), rule("New York")], ["New York"]],
    ["a shorter word where the longer has no edge", "a bc", [rule("a"), rule("a b")], ["a"]],
    ["from left to right", "a b c", [rule("a b"), rule("b c")], ["a b"]],
    ["any white space", "New \n York", [rule("New York")], ["New \n York"]],
    ["an apostrophe of any kind", "O’Neil", [rule("O'Neil")], ["O’Neil"]],
    ["no soft hyphens", "NA\u00adTO", [rule("nato")], ["NA\u00adTO"]],
    ["marks that are no letters", "C++ ve C", [rule("C++")], ["C++"]],
    ["no letter without its mark", "q\u0323", [rule("q", anywhere)], []],
    ["characters beyond 16 bits", "𝒜 😀 😀x", [rule("😀")], ["😀", "😀"]],
    ["digits", "5G 15G 5G'ye", [rule("5g")], ["5G", "5G"]],
    ["composed letters", "o\u0308z".normalize("NFC"), [rule("o\u0308z")], ["öz"]],
  ])("finds %s", (_, text, rules, words) => {
    expect(found(text, ...rules)).toEqual(words);
  });

  test("prefers the rule that asks for the case of a word", () => {
    const rules = [rule("ak"), rule("AK", exact)];
    const cases = new WordIndex(rules).find("AK ak Ak").map((one) => one.rule.caseSensitive);
    expect(cases).toEqual([true, false, false]);
  });

  test("goes on behind a word that it found", () => {
    const rules = Array.from({ length: 100 }, (_, at) => rule("a".repeat(at + 1), anywhere));
    const index = new WordIndex(rules);
    expect(index.find("a".repeat(5000))).toHaveLength(50);
    expect(index.find("b".repeat(5000))).toEqual([]);
  });
});

/** The same numbers below 1 each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Looks for each rule at each place, one after the other: slow, and without a trie. */
function plainly(text: string, rules: readonly PronunciationRule[]): string[] {
  const lower = (some: string) => some.toLocaleLowerCase("tr");
  const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const matches = (one: PronunciationRule, at: number) => {
    const written = text.slice(at, at + one.word.length);
    if (one.caseSensitive ? written !== one.word : lower(written) !== lower(one.word)) return false;
    const joins = (place: number) =>
      isWord(text.charAt(place - 1)) && isWord(text.charAt(place)) && one.wordBoundaries;
    return !joins(at) && !joins(at + one.word.length);
  };
  const ordered = [...rules].sort(
    (one, other) =>
      other.word.length - one.word.length ||
      Number(other.caseSensitive) - Number(one.caseSensitive),
  );
  const places: string[] = [];
  for (let at = 0; at < text.length;) {
    const first = ordered.find((one) => matches(one, at));
    if (first !== undefined) places.push(`${at} ${wordKey(first)}`);
    at += first?.word.length ?? 1;
  }
  return places;
}

test("finds what looking for every rule at every place finds", () => {
  const random = randomNumbers(4);
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? "";
  const word = (letters: string, max: number) =>
    Array.from({ length: 1 + Math.floor(random() * max) }, () => pick(letters)).join("");
  let matches = 0;
  for (let round = 0; round < 400; round += 1) {
    const rules = new Map<string, PronunciationRule>();
    for (let count = 0; count < 6; count += 1) {
      const options = { caseSensitive: random() < 0.4, wordBoundaries: random() < 0.6 };
      const one = rule(word("aAıIiİ'1", 4), options);
      rules.set(wordKey(one), one);
    }
    const text = word("aAıIiİ'1 .", 40).replaceAll(/ +/g, " ");
    const expected = plainly(text, [...rules.values()]);
    const actual = new WordIndex(rules.values()).find(text);
    const places = actual.map((one) => `${one.start} ${wordKey(one.rule)}`);
    expect({ text, places }).toEqual({ text, places: expected });
    matches += expected.length;
  }
  expect(matches).toBeGreaterThan(1_000);
}, 60_000);
