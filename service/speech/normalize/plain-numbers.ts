/** Numbers that nothing else explains: versions, decimals with a point, codes, and plain ones. */

import { speakAmount } from "./amount.ts";
import { afterZeros, decimal, digitByDigit } from "./numbers.ts";
import { AMOUNT, START, SUFFIX, WHOLE, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

/** Longer numbers without any separator are read digit by digit, unless they are round. */
const LONGEST_CARDINAL_DIGITS = 9;
const LONGEST_ROUND_DIGITS = 16;

/** Endings that are also written without an apostrophe: 5te, 90lar, 10a. */
const BARE_ENDING = String.raw`(?<bare>(?:[dt][ae]n?(?:ki)?|[yn]?[aeıiuü]|n?[ıiuü]n|s[ıiuü]|l[ae]r\p{Ll}*|l[ıiuü]\p{Ll}*|[şs]?[ae]r)(?!\p{L}))?`;

function speakPlain(groups: Groups): string {
  const { whole = "", suffix, bare } = groups;
  const isLong = whole.length > LONGEST_CARDINAL_DIGITS && /^\d+$/.test(whole);
  const isRound = whole.endsWith("000") && whole.length <= LONGEST_ROUND_DIGITS;
  const spoken = isLong && !isRound ? digitByDigit(whole) : speakAmount(groups);
  const ending = suffix ?? bare;
  return ` ${withSuffix(spoken, ending)}${ending === undefined ? " " : ""}`;
}

/** To be applied after every other rule for numbers; leaves no digit. */
export const plainNumberRules: readonly Rule[] = [
  {
    pattern: /(?<=[Ss]ürüm:? |[Vv]ersiyon:? )[vV]\.?(?=\d)/gu,
    speak: () => "",
  },
  { pattern: /(?<![\p{L}\d])[vV]\.?(?=\d+\.\d)/gu, speak: () => "sürüm " },
  {
    pattern: new RegExp(
      `${START}(?!(?:${WHOLE})(?![.\\d]))(?<numbers>\\d+(?:\\.\\d+){2,})(?!\\d)${SUFFIX}`,
      "gu",
    ),
    speak: ({ numbers = "", suffix }) =>
      withSuffix(numbers.split(".").map(afterZeros).join(" nokta "), suffix),
  },
  {
    pattern: new RegExp(
      `${START}(?<whole>\\d+)\\.(?<fraction>\\d{1,2}|\\d{4,})(?![\\d.]\\d)(?!\\d)${SUFFIX}`,
      "gu",
    ),
    speak: ({ whole = "", fraction = "", suffix }) =>
      ` ${withSuffix(decimal(whole, fraction, "nokta"), suffix)}${suffix === undefined ? " " : ""}`,
  },
  { pattern: /(?<=^|[\s(])-(?=\d)/gu, speak: () => "eksi " },
  { pattern: /(?<=\p{L})-(?=\d)/gu, speak: () => " " },
  {
    pattern: new RegExp(`${AMOUNT}(?:${SUFFIX.slice(3, -2)}|${BARE_ENDING})`, "gu"),
    speak: speakPlain,
  },
];
