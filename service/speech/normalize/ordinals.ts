/** Ordinals in figures: 3. kat, 2'nci, 5inci, 1., 2. ve 3., 3.lük. */

import ordinalNouns from "../language/ordinal-nouns.json" with { type: "json" };
import { cardinal, ordinal } from "./numbers.ts";
import { apart, START, type Rule } from "./rule.ts";

/** "Sınıfı", "Maddesinde", "Kattan", but not "Yarın" or "Elma". */
const NOUN_END = String.raw`(?:s?[ıiuü](?:n[ıiuü]n?|n[dt]?[ae]n?)?|[dt][ae]n?|l[ae]r)?(?!\p{L})`;

/**
 * Matches a capitalised noun, or the beginning of a ruler's name, that goes with a number before it: "2. Dünya Savaşı".
 */
export const ORDINAL_NOUN = `(?:(?:${ordinalNouns.nouns.join("|")})${NOUN_END}|${ordinalNouns.rulers.join("|")})`;

const NUMBER = String.raw`(?<number>\d{1,3}\.000|\d{1,4})`;
const AFTER_POINT = String.raw`(?= ?\p{Ll}| ${ORDINAL_NOUN}|'\p{Ll}|, ?\d+\.[, ]|(?<=(?<!\d)\d{1,2}\.)\p{Lu}\p{Ll})`;

/** In "3.lük" and "1.si" an ending follows the point, in "3.liman" and "1.sınıf" a word of its own. */
const OWN_ENDING = String.raw`(?:l[ıiuü]k(?:t[ae]n?|l[ae]r\p{Ll}*|ç[ae])?|l[ıiuü]ğ[ıiuüae]\p{Ll}*|s[ıiuü](?:n(?:[ıiuü]n?|[ae]|d[ae](?:n|ki)?)?|yl[ae]|ydi|dir)?)(?!\p{Ll})`;
/** A case ending after the point shows that the number is no ordinal: "5.e kadar" is "beşe kadar". */
const CASE_BEHIND_POINT = String.raw`(?<suffix>y?[ae](?= (?:kadar|dek|değin|doğru|karşı|rağmen|göre)(?!\p{L}))|[dt][ae]n?(?!\p{L}))`;

/** To be applied after dates, times and amounts, which have points after numbers too. */
export const ordinalRules: readonly Rule[] = [
  // "3. ve 4." ends a sentence, and is an ordinal like the one before it.
  [
    `(?<=\\d\\. (?:ve|veya|ya da) )${NUMBER}\\.(?=\\s*$)`,
    ({ number = "" }) => `${ordinal(number.replace(".", ""))}.`,
  ],
  [
    `${START}${NUMBER}\\.${CASE_BEHIND_POINT}`,
    ({ number = "" }) => cardinal(number.replace(".", "")),
  ],
  [
    `${START}${NUMBER}\\.(?:[ıiuü]?n?c[ıiuü])(?!\\p{L})`,
    ({ number = "" }) => ordinal(number.replace(".", "")),
  ],
  [
    `${START}${NUMBER}\\.${AFTER_POINT}(?:'?(?<ending>${OWN_ENDING}|(?<=')\\p{Ll}+))?`,
    ({ number = "", ending }) => apart(ordinal(number.replace(".", "")), ending),
  ],
  [
    `${START}${NUMBER}'?(?:[ıiuü]?n?c[ıiuü])(?:'?(?<suffix>\\p{Ll}+))?`,
    ({ number = "" }) => ordinal(number.replace(".", "")),
  ],
];
