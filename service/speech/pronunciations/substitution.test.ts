import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PronunciationInput } from "../../contract/pronunciations.ts";
import { read } from "../../contract/read.ts";
import { parsePronunciation } from "./pronunciation-fields.ts";
import { speakableText } from "./speakable-text.ts";
import { readableText, substitute } from "./substitution.ts";
import { WordIndex } from "./word-index.ts";

interface Acronym {
  readonly acronym: string;
  readonly alias: string;
  /** By the ending as it is written behind the acronym. */
  readonly cases: Readonly<Record<string, string>>;
}

const acronyms = JSON.parse(
  readFileSync(
    new URL("../../../fixtures/pronunciations/acronym-cases.json", import.meta.url),
    "utf8",
  ),
) as readonly Acronym[];

function casesOf({ acronym, alias, cases }: Acronym) {
  return Object.entries(cases).map(
    ([ending, expected]) => [`${acronym}'${ending}`, alias, expected] as const,
  );
}

function substituted(text: string, ...entries: readonly Readonly<Record<string, unknown>>[]) {
  return substitute(
    text,
    new WordIndex(entries.map((entry) => parsePronunciation(read(PronunciationInput, entry)))),
  );
}

describe("substitute", () => {
  test.each([
    ["NATO'ya üye", "NATO", "nato", "nato'ya üye"],
    ["NATO’ya üye", "nato", "Neyto", "Neyto'ya üye"],
    ["ABD'ye, ABD'nin", "ABD", "Amerika", "Amerika'ya, Amerika'nın"],
    ["BM'de", "BM", "Birleşmiş Milletler", "Birleşmiş Milletler'de"],
    ["BM'ye", "BM", "Birleşmiş Milletler", "Birleşmiş Milletler'e"],
    ["SGK'da", "SGK", "Sosyal Sigorta", "Sosyal Sigorta'da"],
    ["X'te", "X", "MP3", "MP3'te"],
    ["X'te", "X", "ABC", "ABC'te"],
    ["NATO'YA", "NATO", "nato", "nato'YA"],
    ["'NATO' dedi", "NATO", "nato", "'nato' dedi"],
    ["a a", "a", "a b", "a b a b"],
    ["yok", "var", "b", "yok"],
  ])("%s, where %s is %s, becomes %s", (text, word, alias, expected) => {
    expect(readableText(substituted(text, { word, alias }).parts)).toBe(expected);
  });

  test.each(acronyms.flatMap(casesOf))("%s, with %s, ends in %s", (written, alias, expected) => {
    const [acronym = ""] = written.split("'");
    const said = readableText(substituted(written, { word: acronym, alias }).parts);
    expect(said.endsWith(expected)).toBe(true);
    expect(said.startsWith(alias.split(" ").slice(0, -1).join(" "))).toBe(true);
  });

  test("finds a decomposed i̇ as i, İ by its dot, and neither as ı", () => {
    const said = (text: string) =>
      readableText(substituted(text, { word: "istanbul", alias: "şehir" }).parts);
    expect(said("i\u0307stanbul I\u0307stanbul İstanbul istanbul")).toBe("şehir şehir şehir şehir");
    expect(said("Istanbul ıstanbul")).toBe("Istanbul ıstanbul");
    const decomposed = { word: "i\u0307stanbul", alias: "şehir" };
    expect(readableText(substituted("İstanbul'da", decomposed).parts)).toBe("şehir'de");
  });

  test("does not look at what it put there", () => {
    const entries = [
      { word: "bir", alias: "iki" },
      { word: "iki", alias: "üç" },
    ];
    expect(readableText(substituted("bir iki", ...entries).parts)).toBe("iki üç");
  });

  test("refuses what grows without measure", () => {
    const entry = { word: "a", alias: "b".repeat(200) };
    expect(substituted("a ".repeat(90), entry).replacements).toHaveLength(90);
    expect(() => substituted("a ".repeat(100), entry)).toThrow(
      expect.objectContaining({ code: "invalid_pronunciations", param: "pronunciations" }),
    );
  });

  test("tells which words it replaced, and shows sounds between slashes", () => {
    const { parts, replacements } = substituted("Nato'da", { word: "NATO", ipa: "ˈneɪto" });
    expect(readableText(parts)).toBe("/ˈneɪto/'da");
    expect(replacements).toMatchObject([{ written: "Nato", rule: { ipa: "ˈneɪto" } }]);
  });
});

describe("speakableText", () => {
  const spoken = (text: string, ipa: string) =>
    speakableText(substituted(text, { word: "NATO", ipa, word_boundaries: false }).parts);

  test.each([
    ["NATO'ya 5 ülke üye oldu.", "ˈneɪto", "neyto'ya beş ülke üye oldu."],
    ["SON DAKİKA: NATO TOPLANIYOR", "ˈneɪto", "Son Dakika, neyto Toplanıyor."],
    ["Kim? NATO! 3 NATO...", "ʃtʃ", "Kim? şç! üç şç."],
    ["antiNATOcu", "nɑːtɔ", "antinaatocu."],
    ["5 NATO'lu ülke", "nɑtɔ", "beş nato'lu ülke."],
  ])("%s, with /%s/, is %s", (text, ipa, expected) => {
    const speakable = spoken(text, ipa);
    expect(speakable.text).toBe(expected);
    expect(new Set(speakable.pronounced.map((place) => place.ipa))).toEqual(new Set([ipa]));
    const letters = speakable.pronounced.map(({ start, end }) => expected.slice(start, end));
    expect(new Set(letters).size).toBe(1);
    expect(letters[0]).not.toBe("");
  });

  test("every word of the sounds has its place", () => {
    expect(spoken("Bir NATO'da.", "nju ˈjɔːk")).toEqual({
      text: "Bir nyu yook'da.",
      pronounced: [
        { start: 4, end: 7, ipa: "nju" },
        { start: 8, end: 12, ipa: "ˈjɔːk" },
      ],
    });
  });

  test("a text's own stand-ins are not mistaken for words", () => {
    const { text, pronounced } = spoken("Bir \ua000 ve NATO.", "nato");
    expect(text).toBe("Bir ve nato.");
    expect(pronounced).toEqual([{ start: 7, end: 11, ipa: "nato" }]);
  });
});
