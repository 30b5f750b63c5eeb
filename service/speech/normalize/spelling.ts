/** Letters by name: acronyms and words that cannot be spoken otherwise. */

import { SUFFIX, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: "a",
  b: "be",
  c: "ce",
  ç: "çe",
  d: "de",
  e: "e",
  f: "fe",
  g: "ge",
  ğ: "yumuşak ge",
  h: "he",
  ı: "ı",
  i: "i",
  j: "je",
  k: "ka",
  l: "le",
  m: "me",
  n: "ne",
  o: "o",
  ö: "ö",
  p: "pe",
  q: "kü",
  r: "re",
  s: "se",
  ş: "şe",
  t: "te",
  u: "u",
  ü: "ü",
  v: "ve",
  w: "çift ve",
  x: "iks",
  y: "ye",
  z: "ze",
  â: "a",
  î: "i",
  û: "u",
};

const VOWELS = /[aeıioöuüâîû]/u;

/** Written in capitals, yet read as words. */
const READ_AS_WORDS = new Set([
  "NATO",
  "UNESCO",
  "UNICEF",
  "FIFA",
  "UEFA",
  "NASA",
  "OPEC",
  "AIDS",
  "COVID",
  "TÜBİTAK",
  "TÜİK",
  "TOKİ",
  "AFAD",
  "ASELSAN",
  "HAVELSAN",
  "ROKETSAN",
  "TUSAŞ",
  "BOTAŞ",
  "TEDAŞ",
  "KOSGEB",
  "TİKA",
  "TEMA",
  "AKUT",
  "LÖSEV",
  "İŞKUR",
  "BAĞKUR",
  "DİSK",
  "MEB",
  "KİT",
  "SİT",
  "PİN",
  "SİM",
  "MERNİS",
  "UYAP",
  "VE",
  "İLE",
  "DE",
  "DA",
  "Kİ",
  "BU",
]);

const LONGEST_ACRONYM = 5;

/** Returns the names of a word's letters, lower or upper case. */
export function spelled(word: string): string {
  return Array.from(word.toLocaleLowerCase("tr"))
    .map((letter) => LETTER_NAMES[letter] ?? "")
    .filter(Boolean)
    .join(" ");
}

/** Says whether a word has no vowel and so can only be spelled. */
export function isUnspeakable(word: string): boolean {
  return !VOWELS.test(word.toLocaleLowerCase("tr"));
}

function speakCapitals({
  word = "",
  suffix,
}: Readonly<Record<string, string | undefined>>): string {
  if (READ_AS_WORDS.has(word)) return suffix === undefined ? word : `${word}'${suffix}`;
  return withSuffix(spelled(word), suffix);
}

function speakAnyWord({ word = "", suffix }: Readonly<Record<string, string | undefined>>): string {
  const ending = suffix === undefined ? "" : `'${suffix}`;
  return isUnspeakable(word) ? withSuffix(spelled(word), suffix) : word + ending;
}

const ACRONYM: Rule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\d'’])(?<word>\\p{Lu}{2,${LONGEST_ACRONYM}})(?![\\p{L}\\d])${SUFFIX}`,
    "gu",
  ),
  speak: speakCapitals,
};

const VOWELLESS: Rule = {
  pattern: new RegExp(`(?<![\\p{L}'’])(?<word>\\p{L}+)${SUFFIX}`, "gu"),
  speak: speakAnyWord,
};

/** Acronyms letter by letter; words in capitals stay words where a whole sentence is written so. */
export function spellingRules(text: string): readonly Rule[] {
  const isAllCapitals = !/\p{Ll}/u.test(text) && /\p{Lu}{6,}|\p{Lu}+\s+\p{Lu}+/u.test(text);
  return isAllCapitals ? [VOWELLESS] : [ACRONYM, VOWELLESS];
}
