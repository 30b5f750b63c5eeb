/** Words in capitals: acronyms letter by letter or as words, and texts that are written in capitals throughout. */

import acronyms from "../language/acronyms.json" with { type: "json" };
import { isLikeWord, isUnspeakable, spelled } from "./letter-names.ts";
import { ENDING, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const READ_AS_WORDS: ReadonlySet<string> = new Set(acronyms.readAsWords);
/** Words from English or Latin, in which I is i: PIN, IBAN. */
const LATIN: ReadonlySet<string> = new Set(acronyms.latin);
const SPELLED: ReadonlySet<string> = new Set(acronyms.spelled);

const MAX_ACRONYM_LETTERS = 5;
const MIN_WORDLIKE_LETTERS = 4;

/** Second parts of compounds, in which I is ı behind any vowel: YÜZYIL, YEŞİLIRMAK. */
const SECOND_PARTS = "YIL|YIK|DIŞ|HIZ|KIR|KIŞ|KIZ|GIDA|SIRA|SIV|IRMA|IŞ|ISI|IRK|IZG";
const AFTER_ANOTHER_VOWEL = new RegExp(
  `(?<=[EİOÖUÜ][^AEIİOÖUÜ]{0,3})(?<!(?=${SECOND_PARTS})\\p{L}?)I`,
  "gu",
);

/**
 * Writes İ for an I that cannot be ı: in a word with Q, W or X, and after a vowel that ı does not follow, as in COVID, UNICEF and
 * a YENI that was typed without its point.
 */
function dotted(word: string): string {
  if (/[QWX]/u.test(word)) return word.replaceAll("I", "İ");
  const once = word.replace(AFTER_ANOTHER_VOWEL, "İ");
  return once === word ? word : dotted(once);
}

function speakAs(word: string, isSpelled: boolean, ending: string | undefined): string {
  if (LATIN.has(word)) return withSuffix(word.toLowerCase(), ending);
  if (isSpelled) return withSuffix(spelled(word), ending);
  const spoken = /^\p{Lu}{2,}$/u.test(word) ? dotted(word) : word;
  return ending === undefined ? spoken : `${spoken}'${ending}`;
}

function isReadAsWord(word: string): boolean {
  if (SPELLED.has(word)) return false;
  return READ_AS_WORDS.has(word) || (word.length >= MIN_WORDLIKE_LETTERS && isLikeWord(word));
}

/** TBMM'de and NATO'da, then whatever has no vowel: krş, B. */
export const acronymRules: readonly Rule[] = [
  // Lower case, as a sentence that ends in "I." could be read as one that continues after an ordinal.
  [/(?<![\p{L}'])I(?![\p{L}'])/gu, "ı"],
  [
    `(?<![\\p{L}\\d'])(?<word>\\p{Lu}{2,${MAX_ACRONYM_LETTERS}}|${acronyms.latin.join("|")})(?![\\p{L}\\d])${ENDING}`,
    ({ word = "", ending }) => speakAs(word, !isReadAsWord(word), ending),
  ],
  [
    `(?<![\\p{L}'])(?<word>\\p{L}+)${ENDING}`,
    ({ word = "", ending }) => speakAs(word, isUnspeakable(word), ending),
  ],
];

/** Lower-cases sentences that are all in capitals: "SON GÜN 5 MAYIS" becomes "Son Gün 5 Mayıs". */
export function calmCapitals(text: string): string {
  return text.replace(/[^.?!\n]+/gu, (sentence) =>
    isShouted(sentence) ? calmed(sentence) : sentence,
  );
}

function isShouted(sentence: string): boolean {
  return !/\p{Ll}/u.test(sentence) && /\p{Lu}{6,}|\p{Lu}{2,}[\s\d,]+\p{Lu}{2,}/u.test(sentence);
}

function calmed(sentence: string): string {
  return sentence.replace(/(?<first>'?\p{Lu})(?<rest>\p{Lu}+)/gu, (word: string, first: string) => {
    if (first.startsWith("'")) return word.toLocaleLowerCase("tr");
    if (LATIN.has(word) || !couldBeWord(word)) return word;
    return first + dotted(word).slice(first.length).toLocaleLowerCase("tr");
  });
}

/** Looser than for a single acronym, as most words of such a sentence are words: "SAAT" and "DİKKAT" are. */
function couldBeWord(word: string): boolean {
  if (SPELLED.has(word) || /^(?:[IVX]+|[IVXLCDM]{4,})$/u.test(word)) return false;
  const single = word.replace(/(?<=[AEIİOÖUÜ])[AEIİOÖUÜ]/gu, "");
  return READ_AS_WORDS.has(word) || word.length > MAX_ACRONYM_LETTERS || isLikeWord(single);
}
