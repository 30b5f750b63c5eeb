/** Ordinals in figures: 3. kat, 2'nci, 5inci, 1., 2. ve 3., 3.lük. */

import { ordinal } from "./numbers.ts";
import { ORDINAL_NOUN } from "./ordinal-nouns.ts";
import { START, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const NUMBER = String.raw`(?<number>\d{1,3}\.000|\d{1,4})`;
const AFTER_POINT = String.raw`(?= ?\p{Ll}| ${ORDINAL_NOUN}|'\p{Ll}|, ?\d+\.[, ])`;

/** To be applied when dates, times and amounts are gone, as those have points after numbers too. */
export const ordinalRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `${START}${NUMBER}\\.${AFTER_POINT}(?:'?(?<suffix>(?:l[ıiuü]|s[ıiuü](?!z))\\p{Ll}*|(?<=')\\p{Ll}+))?`,
      "gu",
    ),
    speak: ({ number = "", suffix }) =>
      `${withSuffix(ordinal(number.replace(".", "")), suffix)}${suffix === undefined ? " " : ""}`,
  },
  {
    pattern: new RegExp(`${START}${NUMBER}'?(?:[ıiuü]?n?c[ıiuü])(?:'?(?<suffix>\\p{Ll}+))?`, "gu"),
    speak: ({ number = "", suffix }) => withSuffix(ordinal(number.replace(".", "")), suffix),
  },
];
