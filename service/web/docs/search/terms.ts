import { stemmer as englishStem } from "@orama/stemmers/english";
import { stemmer as turkishStem } from "@orama/stemmers/turkish";
import type { Language } from "#web-kit/language/languages.ts";

/** Stemmers of folded words, by language; words of other languages are matched as written. */
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

/** Returns the words of a text, and the pieces of its names: `rate_limit` is also found by `rate` and by `limit`. */
export function wordsAndPiecesOf(text: string): readonly string[] {
  return wordsOf(text).flatMap((word) =>
    word.includes("_") ? [word, ...word.split("_").filter(Boolean)] : [word],
  );
}

/** Returns the search terms of a folded word: itself and its stem. */
export function termsOf(word: string, language: Language): readonly string[] {
  return [...new Set([word, stemOf(word, language)])];
}

/** Returns the stem of a folded word; a name or a number stays as it is. */
export function stemOf(word: string, language: Language): string {
  return /^\p{L}+$/u.test(word) ? (STEMS[language]?.(word) ?? word) : word;
}

/** Returns text in lower case without diacritics and with ı as i: "Zaman Damgası" as "zaman damgasi". */
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
 * Restores vowel harmony in a folded Turkish word, because the stemmer removes no ending that breaks it: "damgalari" becomes
 * "damgaları".
 *
 * Each i, o and u follows the last a or e before it, or else the first one in the word; without either it stays.
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
