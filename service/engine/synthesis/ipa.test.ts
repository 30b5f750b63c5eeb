import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { IPA_SOUNDS, IpaError, ipaWords, respelled } from "./ipa.ts";
import { WORD_PHONEMES } from "./letters.ts";

/** Phonemes without what lies between them; the stressed vowel in capitals of its own: after a mark. */
function spoken(ipa: string): string {
  return ipaWords(ipa)
    .map(({ sounds, stressed }) =>
      sounds
        .map(({ phoneme, syllable }) =>
          syllable !== undefined && syllable === stressed ? `ˈ${phoneme}` : phoneme,
        )
        .join(" "),
    )
    .join(" | ");
}

describe("ipaWords", () => {
  test.each([
    ["merhaba", "m e ɾ h a b a"],
    ["ˈneɪtoʊ", "n ˈe j t o"],
    ["tʃit͡ʃek", "tʃ i tʃ e k"],
    ["daː", "d a a"],
    ["daɰ", "d a a"],
    ["ˈiːmeɪl", "ˈi ˈi m e j l"],
    ["nju ˈjɔːk", "n j u | j ˈo ˈo k"],
    ["θɪŋk", "t i n k"],
    ["bʌtn̩", "b a t ɯ n"],
    ["ʁɛstoʁɑ̃", "ɾ e s t o ɾ a n"],
    ["ç", "h"],
    ["öü", "ø y"],
    ["kʰæt", "k e t"],
    ["kʲaɡʲatʲ", "c a ɟ a t"],
    ["g", "ɡ"],
    ["məˈɹiːnə", "m ɯ ɾ ˈi ˈi n ɯ"],
    ["ʔab", "a b"],
  ])("%s is spoken %s", (ipa, phonemes) => {
    expect(spoken(ipa)).toBe(phonemes);
  });

  test.each([
    ["naʘo", "ʘ", "U+0298"],
    ["a5", "5", "U+0035"],
    ["dağ", "ğ", "U+011F"],
    ["aş", "ş", "U+015F"],
    ["ʘǂ", "ǂ", "U+01C2"],
  ])("%s: names %s", (ipa, character, code) => {
    expect(() => ipaWords(ipa)).toThrow(IpaError);
    expect(() => ipaWords(ipa)).toThrow(`"${character}" (${code})`);
  });

  test.each(["", "  ", "ˈ", "ʔ", "a ˈ"])("%j has a word without a sound", (ipa) => {
    expect(() => ipaWords(ipa)).toThrow(IpaError);
  });

  test.each([
    ["neɪtoʊ", "neyto"],
    ["dʒuːk", "cuuk"],
    ["ʃɯɡøn", "şıgön"],
  ])("%s is written %s", (ipa, letters) => {
    expect(ipaWords(ipa).map(respelled)).toEqual([letters]);
  });

  test("every phoneme of the models can be written, and is itself", () => {
    for (const phoneme of WORD_PHONEMES) expect(spoken(phoneme)).toBe(phoneme);
    const known: ReadonlySet<string> = new Set(WORD_PHONEMES);
    for (const phonemes of IPA_SOUNDS.values()) {
      expect(phonemes.every((phoneme) => known.has(phoneme))).toBe(true);
    }
  });

  test("the table for users is the one that is spoken by", () => {
    const page = readFileSync(new URL("../../../docs/pronunciations.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| (?<spoken>[^|]+) \| (?<written>[^|]+) \|$/gmu)].slice(1);
    const documented = rows.flatMap(({ groups }) =>
      (groups?.["written"] ?? "")
        .split(" ")
        .map((symbol) => [symbol.normalize("NFD"), groups?.["spoken"]?.split(" ")] as const),
    );
    expect(new Map(documented)).toEqual(IPA_SOUNDS);
    expect(documented).toHaveLength(IPA_SOUNDS.size);
  });
});
