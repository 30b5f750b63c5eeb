/** Splits a text whose numbers are in words into sentences that have only speakable characters. */

import foreignWords from "../language/foreign-words.json" with { type: "json" };
import nearestLetters from "../language/latin-letters.json" with { type: "json" };
import { acronymRules } from "./acronyms.ts";
import { anyOf, applying, SUFFIX } from "./rule.ts";
import { hasStandIn, STAND_INS } from "./stand-ins.ts";

/** Words that are not spoken as Turkish would read them, in lower case (of the Latin alphabet, where I is i). */
const FOREIGN_WORDS: Readonly<Record<string, string>> = foreignWords;
const readWords = applying([
  [
    new RegExp(
      `(?<![\\p{L}'-])(?<word>${anyOf(Object.keys(FOREIGN_WORDS))})(?![\\p{L}])${SUFFIX}`,
      "giu",
    ),
    ({ word = "" }) => FOREIGN_WORDS[word.replaceAll("İ", "i").toLowerCase()] ?? word,
  ],
  // Names in mixed case are split before a capital: "DenizBank" is two words.
  [/(?<=\p{Ll})(?=\p{Lu})/gu, " "],
  ...acronymRules,
]);

/** The nearest Turkish letters for those that have no decomposition into a plain letter and a mark: "ø" is "ö". */
const NEAREST_LETTERS: Readonly<Record<string, string>> = nearestLetters;

/** Returns the sentences of a text, each ending in one of . ? !; those with nothing to speak are left out. */
export function speakableSentences(text: string): string[] {
  return splitSentences(text)
    .map(speakable)
    .filter((sentence) => sentence !== "");
}

const UNSPEAKABLE = new RegExp(`[^a-zçğıöşüâîûA-ZÇĞİÖŞÜÂÎÛ${STAND_INS}, ']`, "gu");
const LOOSE_APOSTROPHE = /(?<!\p{L})'+|'+(?!\p{L})/gu;

/** Splits a text at the ends of sentences; three points before a lower-case word are a pause, not an end. */
function splitSentences(text: string): string[] {
  return (
    text
      .replace(/(?:…|\.{2,})(?=["”»)]?\s*\p{Ll})/gu, ", ")
      .match(/[^.?!…]+(?:[.?!…]+["”»)']*|$)/gu) ?? []
  );
}

/** Keeps letters, commas and the final mark of one sentence; returns "" where no letter is left. */
function speakable(sentence: string): string {
  const familiar = sentence.replace(/\p{L}/gu, turkishLetter).replace(LOOSE_APOSTROPHE, " ");
  const end = /[.?!…]+["”»)']*\s*$/u.exec(sentence)?.[0] ?? "";
  const mark = end.includes("?") ? "?" : end.includes("!") ? "!" : ".";
  const spoken = readWords(familiar)
    .replace(/[;:()[\]{}–—]|\s-+\s/gu, ",")
    .replace(UNSPEAKABLE, " ")
    .replace(/'{2,}/gu, "'")
    .replace(LOOSE_APOSTROPHE, "")
    .replace(/\s+/gu, " ")
    .replace(/(?: ?, ?)+/gu, ", ")
    .replace(/^[, ]+|[, ]+$/gu, "");
  return /\p{L}/u.test(spoken) ? spoken + mark : "";
}

/** Returns a letter of Turkish spelling for any Latin letter, without the marks that Turkish does not use. */
function turkishLetter(letter: string): string {
  if (/[a-zçğıöşüâîûA-ZÇĞİÖŞÜÂÎÛ]/u.test(letter) || hasStandIn(letter)) return letter;
  return NEAREST_LETTERS[letter] ?? (letter.normalize("NFD").replace(/[^a-zA-Z]/gu, "") || " ");
}
