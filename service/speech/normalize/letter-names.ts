/** Letters by name. */

import { hasStandIn } from "./stand-ins.ts";

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

/** Returns the names of a word's letters, lower or upper case. */
export function spelled(word: string): string {
  return Array.from(word.toLocaleLowerCase("tr"))
    .map((letter) => LETTER_NAMES[letter] ?? "")
    .filter(Boolean)
    .join(" ");
}

/** Says whether a word has no vowel and so can only be spelled. */
export function isUnspeakable(word: string): boolean {
  return !VOWELS.test(word.toLocaleLowerCase("tr")) && !hasStandIn(word);
}

const ONSET = "(?:[bdfgkpt][rl]|st|sp|sk|[bcçdfgğhjklmnprsştvyz])?";
const CODA = "(?:[lnr][tkçps]|st|şt|ft|sk|[bcçdfgğhjklmnprsştvyz])?";
const LIKE_A_WORD = new RegExp(
  `^${ONSET}[aeıioöuü](?:[bcçdfgğhjklmnprsştvyz]{1,2}[aeıioöuü])*${CODA}$`,
  "u",
);

/** Says whether letters follow each other as in a Turkish word: "toki" does, "tbmm" and "aihm" do not. */
export function isLikeWord(word: string): boolean {
  return LIKE_A_WORD.test(word.toLocaleLowerCase("tr"));
}
