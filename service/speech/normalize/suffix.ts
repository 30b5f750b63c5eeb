/** Adapts Turkish endings to the words before them: "3'te" is "üçte", and so is "3'de". */

import {
  closeVowelAfter,
  isVoiceless,
  isVowel,
  lastVowelOf,
  openVowelAfter,
} from "../language/turkish-letters.ts";
import { pluralOfPossessed } from "./possession.ts";

const FRONTED: Readonly<Record<string, string>> = { a: "e", ı: "i", o: "ö", u: "ü" };

/** The plural before a case or nothing; "lerce" is another ending. */
const PLURAL = /^l[ae]r(?=$|[aeıiuü]|[dt][ae]|l[ae]$)/u;

const HARDENED: Readonly<Record<string, string>> = { d: "t", c: "ç" };
const SOFTENED: Readonly<Record<string, string>> = { t: "d", ç: "c" };

/** Words that take front vowels in spite of their own: saati, petrolü, sembolü, ihtimali, dikkati. */
const FRONT_AFTER_BACK =
  /(?:saat|dikkat|sıhhat|seyahat|kabahat|petrol|kontrol|sembol|alkol|(?<!\p{L})(?:rol|gol|hal|kalp|harp|harf)|ihtimal|hayal|kemal|bilal|usul|kabul|meşgul|mahsul)$/iu;

/** "ile" as an ending: TBMM'le is written beside TBMM'yle. */
const WITH = /^l[ae]$/u;

/**
 * Joins an ending with its linking consonant, vowel harmony and d/t; a word in the possessive, "caddesi", adds an n before
 * cases.
 */
export function withSuffix(
  spoken: string,
  suffix: string | undefined,
  isPossessed = false,
): string {
  if (suffix === undefined || suffix === "") return spoken;
  if (isPossessed && PLURAL.test(suffix)) {
    return withSuffix(pluralOfPossessed(spoken), suffix.replace(PLURAL, ""), true);
  }
  const linked = isPossessed ? afterPossession(suffix) : withLink(spoken, suffix);
  const fitted = hardened(spoken, harmonised(spoken, linked));
  return softenedStem(spoken, fitted) + fitted;
}

/** Joins the third-person possessive and any case after it: "iki", "ünü" gives "ikisini". */
export function withPossession(spoken: string, suffix: string): string {
  const bare = suffix.replace(/^s(?=[ıiuü])/u, "");
  return withSuffix(spoken, isVowel(spoken.at(-1)) ? `s${bare}` : bare);
}

/** Returns whether an ending begins with the third-person possessive: ü, ünü, si, sine, but not ün or üm. */
export function isPossession(suffix: string): boolean {
  return /^s?[ıiuü](?:n?$|n[ıiuüaed])/u.test(suffix) && !/^[ıiuü]n$/u.test(suffix);
}

/** Adds or removes a linking y, n, s or ş, depending on the sound before it: "kg'yi" is "kilogramı", "m'in" is "metrenin". */
function withLink(spoken: string, suffix: string): string {
  if (!isVowel(spoken.at(-1))) {
    return suffix
      .replace(/^y(?=[\p{L}])/u, "")
      .replace(/^n(?=[ıiuü]n)/u, "")
      .replace(/^s(?=[ıiuü](?!z))/u, "")
      .replace(/^ş(?=[ae]r)/u, "");
  }
  if (/^[ıiuü]n(?![cç])/u.test(suffix)) return `n${suffix}`;
  if (/^[ae]r/u.test(suffix)) return `ş${suffix}`;
  if (WITH.test(suffix)) return `y${suffix}`;
  return isVowel(suffix[0]) ? `y${suffix}` : suffix;
}

/**
 * Links an ending to a possessive: cases with an n, "caddesine", others with a link of their own: "caddesiyle", "caddesidir".
 */
function afterPossession(suffix: string): string {
  // The full name of an acronym already ends in the possessive that the acronym's ending repeats: "TBMM'si".
  const own = suffix.replace(/^s[ıiuü](?=$|n)/u, "");
  if (/^[dt][ae]/u.test(own)) return `nd${own.slice(1)}`;
  if (/^[cç][ae]/u.test(own)) return `n${own}`;
  if (WITH.test(own)) return `y${own}`;
  if (/^[ıiuü]n/u.test(own)) return `n${own}`;
  if (/^y?[aeıiuü](?!n)/u.test(own)) return `n${own.replace(/^y/u, "")}`;
  return own;
}

/** "ki", "ken" and "yor" keep their vowels, and what follows harmonises with them: 2026'daki, 5'ken. */
function harmonised(spoken: string, suffix: string): string {
  const written = lastVowelOf(spoken);
  let last = FRONT_AFTER_BACK.test(spoken) ? (FRONTED[written] ?? written) : written;
  return suffix.replace(/ki|ken|yor|[aeıiuü]/gu, (found) => {
    const isUnchanging = found.length > 1;
    if (isUnchanging) last = lastVowelOf(found);
    else last = "ae".includes(found) ? openVowelAfter(last) : closeVowelAfter(last);
    return isUnchanging ? found : last;
  });
}

function hardened(spoken: string, suffix: string): string {
  const first = suffix[0] ?? "";
  const fitting = isVoiceless(spoken.at(-1)) ? HARDENED[first] : SOFTENED[first];
  return (fitting ?? first) + suffix.slice(1);
}

/** Softens the last consonant of "dört" and "çeyrek", the only such numbers: "4'ü" is "dördü", but "3'ü" is "üçü". */
function softenedStem(spoken: string, suffix: string): string {
  if (!isVowel(suffix[0])) return spoken;
  return spoken.replace(/(?<!\p{L})dört$/u, "dörd").replace(/(?<!\p{L})çeyrek$/u, "çeyreğ");
}
