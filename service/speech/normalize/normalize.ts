/**
 * Written Turkish to words that can be spoken: numbers, dates, money, abbreviations, acronyms, addresses.
 */

import { abbreviationRules } from "./abbreviations.ts";
import { addressRules } from "./addresses.ts";
import { amountRules } from "./amounts.ts";
import { dateRules } from "./dates.ts";
import { numberRules } from "./number-rules.ts";
import { applyRules, type Rule } from "./rule.ts";
import { spellingRules } from "./spelling.ts";

/** Signs that stand for a word between or before numbers and words. */
const SIGN_WORDS: readonly Rule[] = [
  { pattern: /\s*&\s*/gu, speak: () => " ve " },
  { pattern: /(?<=\d) ?[×x] ?(?=\d)/gu, speak: () => " çarpı " },
  { pattern: /\s*=\s*/gu, speak: () => " eşittir " },
  { pattern: /(?<=\d\s*)\+(?=\s*\d)/gu, speak: () => " artı " },
  { pattern: /(?<=\p{L})\/(?=\p{L})/gu, speak: () => " " },
];

/**
 * Returns the sentences of a text as they are spoken: words and commas, each sentence ending in one of . ? !
 * Whatever cannot be spoken is dropped; a text with nothing to speak gives no sentence.
 */
export function normalize(text: string): string[] {
  const composed = unifySigns(text.normalize("NFC"));
  const worded = applyRules(composed, [
    ...addressRules,
    ...dateRules,
    ...amountRules,
    ...abbreviationRules,
  ]);
  const numbered = applyRules(worded, [...SIGN_WORDS, ...numberRules]);
  return splitSentences(numbered)
    .map(speakable)
    .filter((sentence) => sentence !== "");
}

/** Line breaks that end a sentence become points; the many dashes, quotes and spaces become one of each. */
function unifySigns(text: string): string {
  return text
    .replace(/\r\n?/gu, "\n")
    .replace(/(?<![.?!…:,;\s])[ \t]*\n\s*(?=\n|[\p{Lu}\d•*–—-])/gu, ".\n")
    .replace(/^\s*[•*–—-]\s+/gmu, "")
    .replace(/[\s\u00a0\u200b-\u200d\ufeff]+/gu, " ")
    .replace(/[’‘ʼ`´]/gu, "'");
}

function splitSentences(text: string): string[] {
  return text.match(/[^.?!…]+(?:[.?!…]+|$)/gu) ?? [];
}

/** Keeps letters, commas and the final mark of one sentence; returns "" where no letter is left. */
function speakable(sentence: string): string {
  const spelledOut = applyRules(sentence, spellingRules(sentence));
  const end = /[.?!…]+\s*$/u.exec(sentence)?.[0] ?? "";
  const mark = end.includes("?") ? "?" : end.includes("!") ? "!" : ".";
  const words = spelledOut
    .replace(/[;:()[\]{}–—]|\s-+\s/gu, ",")
    .normalize("NFC")
    .replace(/[^\p{L}, ']/gu, " ")
    .replace(/\p{L}/gu, turkishLetter)
    .replace(/(?<!\p{L})'|'(?!\p{L})/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/(?: ?, ?)+/gu, ", ")
    .replace(/^[, ]+|[, ]+$/gu, "");
  return /\p{L}/u.test(words) ? words + mark : "";
}

/** Returns a letter that Turkish spelling knows for any Latin letter, without the marks it does not use. */
function turkishLetter(letter: string): string {
  if (/[a-zçğıöşüâîû]/iu.test(letter) || letter === "İ") return letter;
  return letter
    .normalize("NFD")
    .replace(/\P{L}/gu, "")
    .replace(/[^a-z]/giu, "");
}
