import { stemmer as englishStem } from "@orama/stemmers/english";
import { stemmer as turkishStem } from "@orama/stemmers/turkish";
import type { Language } from "#web-kit/language/languages.ts";

/** Return the stem of a folded word; words of a language without a stemmer are found as they are written. */
const STEMS: Readonly<Partial<Record<Language, (folded: string) => string>>> = {
  en: englishStem,
  tr: (word) => folded(turkishStem(inHarmony(word))),
};

/** Returns the words of a text, folded. What follows an apostrophe is an ending (API'ye, account's) and left out. */
export function wordsOf(text: string): readonly string[] {
  return folded(text)
    .replaceAll(/(?<=\p{L})['’]\p{L}+/gu, " ")
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
}

/** Returns the words of a text, and the pieces of its names: rate_limit is found by rate and by limit as well. */
export function wordsAndPiecesOf(text: string): readonly string[] {
  return wordsOf(text).flatMap((word) =>
    word.includes("_") ? [word, ...word.split("_").filter(Boolean)] : [word],
  );
}

/** Returns what a folded word is found by: itself and its stem. */
export function termsOf(word: string, language: Language): readonly string[] {
  return [...new Set([word, stemOf(word, language)])];
}

/** Returns the stem of a folded word; a name or a number stays as it is. */
export function stemOf(word: string, language: Language): string {
  return /^\p{L}+$/u.test(word) ? (STEMS[language]?.(word) ?? word) : word;
}

/** Returns lower-case letters without their marks, ı as i: "Zaman Damgası" as "zaman damgasi". */
export function folded(text: string): string {
  return text
    .replaceAll("İ", "i")
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "");
}

const BACK: Readonly<Record<string, string>> = { i: "ı" };
const FRONT: Readonly<Record<string, string>> = { o: "ö", u: "ü" };

/**
 * Returns a folded Turkish word with vowels in harmony, for the stemmer, which takes off no ending that breaks it: "damgalari"
 * as "damgaları". Its vowels follow the last a or e before them, or the first one after them; o, u and i without either stay.
 */
function inHarmony(word: string): string {
  const [first] = /[ae]/.exec(word) ?? [];
  let last = first;
  return word.replaceAll(/[aeiou]/g, (vowel) => {
    if (vowel === "a" || vowel === "e") last = vowel;
    const harmony = last === "a" ? BACK : last === "e" ? FRONT : {};
    return harmony[vowel] ?? vowel;
  });
}
