/** Names and words of other languages that Turkish says otherwise than it would read them. */

import readings from "../language/foreign-words.json" with { type: "json" };
import { SUFFIX, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

/** By the word in lower case (of the Latin alphabet, where I is i). */
const READINGS: Readonly<Record<string, string>> = readings;

const ANY = Object.keys(READINGS)
  .sort((left, right) => right.length - left.length)
  .join("|");

/** Known words first, then names in mixed case come apart where a capital begins: "DenizBank" is two words. */
export const foreignWordRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<![\\p{L}'-])(?<word>${ANY})(?![\\p{L}])${SUFFIX}`, "giu"),
    speak: ({ word = "", suffix }) =>
      withSuffix(READINGS[word.replaceAll("İ", "i").toLowerCase()] ?? word, suffix),
  },
  { pattern: /(?<=\p{Ll})(?=\p{Lu})/gu, speak: () => " " },
];
