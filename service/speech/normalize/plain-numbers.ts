/** Numbers that no other rule covers: versions, decimals with a point, codes, and plain ones. */

import { afterZeros, decimal, digitByDigit, speakAmount } from "./numbers.ts";
import { AMOUNT, apart, ENDING, START, SUFFIX, WHOLE, type Groups, type Rule } from "./rule.ts";

/** Longer numbers without any separator are read digit by digit, unless they are round. */
const MAX_CARDINAL_DIGITS = 9;
const MAX_ROUND_DIGITS = 16;

/** Endings that are also written without an apostrophe: 5te, 90lar, 10a. */
const BARE_ENDING = String.raw`(?<bare>(?:[dt][ae]n?(?:ki)?|[yn]?[aeıiuü]|n?[ıiuü]n|s[ıiuü]|l[ae]r\p{Ll}*|l[ıiuü]\p{Ll}*|[şs]?[ae]r)(?!\p{L}))?`;

function speakPlain(groups: Groups): string {
  const { whole = "", ending, bare } = groups;
  const isLong = whole.length > MAX_CARDINAL_DIGITS && /^\d+$/.test(whole);
  const isRound = whole.endsWith("000") && whole.length <= MAX_ROUND_DIGITS;
  const spoken = isLong && !isRound ? digitByDigit(whole) : speakAmount(groups);
  return ` ${apart(spoken, ending ?? bare)}`;
}

/** To be applied after every other rule for numbers; leaves no digit. */
export const plainNumberRules: readonly Rule[] = [
  [/(?<=[Ss]ürüm:? |[Vv]ersiyon:? )[vV]\.?(?=\d)/gu, ""],
  [/(?<![\p{L}\d])[vV]\.?(?=\d+\.\d)/gu, "sürüm "],
  [
    `${START}(?!(?:${WHOLE})(?!\\.?\\d))(?<numbers>\\d+(?:\\.\\d+){2,})(?!\\d)${SUFFIX}`,
    ({ numbers = "" }) => numbers.split(".").map(afterZeros).join(" nokta "),
  ],
  [/(?<=^|[\s(])-(?=\d)/gu, "eksi "],
  [
    `(?<=(?<!\\p{L})(?:[Pp]i(?: sayısı)?|π) (?:eşittir )?)(?<whole>\\d)\\.(?<fraction>\\d+)(?![\\d.]\\d)${SUFFIX}`,
    ({ whole = "", fraction = "" }) => decimal(whole, fraction, "virgül"),
  ],
  [
    `${START}(?<whole>\\d+)\\.(?<fraction>\\d{1,2}|\\d{4,})(?![\\d.]\\d)(?!\\d)${ENDING}`,
    ({ whole = "", fraction = "", ending }) =>
      ` ${apart(decimal(whole, fraction, "nokta"), ending)}`,
  ],

  // "PM2.5" is no end of a sentence.
  [
    /(?<=\p{L})(?<whole>\d+)\.(?<fraction>\d{1,2})(?![\d.]\d)(?!\d)/gu,
    ({ whole = "", fraction = "" }) => ` ${decimal(whole, fraction, "nokta")}`,
  ],
  [/(?<=\p{L})-(?=\d)/gu, " "],
  [`${AMOUNT}(?:${ENDING.slice(3, -2)}|${BARE_ENDING})`, speakPlain],
];
