import { describe, expect, test } from "vitest";
import { LIMITS } from "../contract/limits.ts";
import { NO_PROMPT, parsePrompt, spelledByPrompt } from "./prompt.ts";
import { textOf, writtenWords } from "./written-form/written-words.ts";

/** What a prompt makes of words that were heard one after another without a pause. */
function written(prompt: string, heard: string): string {
  const words = heard
    .split(" ")
    .map((text, at) => ({ text, start: at * 0.4, end: at * 0.4 + 0.35 }));
  return textOf(writtenWords(spelledByPrompt(words, parsePrompt(prompt)), { isComplete: true }));
}

describe("parsePrompt", () => {
  test.each([
    ["a list of names", "Kadıköy, Yıldız Holding", ["kadıköy", "yıldız", "holding"]],
    ["names with endings", "Kadıköy'de Tunceli’ye", ["kadıköy", "tunceli"]],
    ["numbers", "2024", ["iki bin yirmi dört"]],
    ["letters of other alphabets", "Kâğıthane Wolff", ["kağıthane", "volff"]],
    ["what is spelled letter by letter, or read", "NATO TRT", ["nato", "te re te"]],
    ["short words not", "o bu ve şu Van", ["van"]],
    ["the same word once", "Muş Hakkâri Hakkari", ["muş", "hakkari"]],
  ])("%s", (_title, prompt, phrases) => {
    expect(parsePrompt(prompt).phrases).toEqual(phrases);
  });

  test.each(["", "  ", "…!", "日本"])("finds no words in %j", (prompt) => {
    expect(parsePrompt(prompt)).toBe(NO_PROMPT);
  });

  test("reads no more than its limits", () => {
    const names = Array.from({ length: 150 }, (_, at) => `ala${"bcdfg"[at % 5]}${at}`);
    expect(parsePrompt(names.join(" ")).phrases.length).toBeLessThanOrEqual(2 * LIMITS.promptWords);
    expect(parsePrompt(`${"a".repeat(LIMITS.promptCharacters)} Tunceli`).phrases).toHaveLength(1);
  });
});

describe("spelledByPrompt", () => {
  test.each([
    ["a name as it is given", "iPhone", "ayfon aldım", "iPhone aldım."],
    ["a name with an ending", "Feneryolu", "dün feneryoluna gittik", "Dün Feneryolu'na gittik."],
    ["a softened name", "Zoğultak", "onlar zoğultağa gitti", "Onlar Zoğultak'a gitti."],
    ["a derived word", "Gölmarmara", "biz gölmarmaralıyız", "Biz Gölmarmaralıyız."],
    ["several words as one", "TRT", "dün te re tede izledim", "Dün TRT'de izledim."],
    ["a name heard with spaces", "Vefiköy", "toplantı ve fi köyde", "Toplantı Vefiköy'de."],
    ["several words heard as one", "TRT", "dün teretede izledim", "Dün TRT'de izledim."],
    ["no short word heard with spaces", "Saka", "bana sa kadar gel", "Bana sa kadar gel."],
    ["the longest", "Ala, Alaca", "yine alacadan geldi", "Yine Alaca'dan geldi."],
    ["no other words", "Kars", "karşı çıktı ve karsk dedi", "Karşı çıktı ve karsk dedi."],
    ["no word given without capitals", "bulut", "dün bulut vardı", "Dün bulut vardı."],
    [
      "no word that only begins a sentence",
      "Dün akşam yine Bozyaka üzerinden geldik.",
      "biz dün bozyakada kaldık",
      "Biz dün Bozyaka'da kaldık.",
    ],
    ["nothing without a prompt", "", "dün geldi", "Dün geldi."],
  ])("%s", (_title, prompt, heard, expected) => {
    expect(written(prompt, heard)).toBe(expected);
  });

  test("gives several words that became one the time of all", () => {
    const heard = [
      { text: "te", start: 1, end: 1.2 },
      { text: "re", start: 1.2, end: 1.4 },
      { text: "te", start: 1.4, end: 1.6 },
    ];
    expect(spelledByPrompt(heard, parsePrompt("TRT"))).toEqual([
      { text: "TRT", start: 1, end: 1.6, isSpelled: true },
    ]);
  });
});
