/** Converts written Turkish to speakable words: numbers, dates, money, abbreviations, acronyms, addresses. */

import { abbreviationRules } from "./abbreviations.ts";
import { calmCapitals } from "./acronyms.ts";
import { addressRules } from "./addresses.ts";
import { dateRules } from "./dates.ts";
import { fractionRules } from "./fractions.ts";
import { identifierRules } from "./identifiers.ts";
import { mathRules } from "./math.ts";
import { moneyRules } from "./money.ts";
import { ordinalRules } from "./ordinals.ts";
import { plainNumberRules } from "./plain-numbers.ts";
import { quantityRules } from "./quantities.ts";
import { rangeRules } from "./ranges.ts";
import { romanRules } from "./roman.ts";
import { applying } from "./rule.ts";
import { speakableSentences } from "./sentences.ts";
import { unifySigns } from "./signs.ts";
import { withoutStandIns } from "./stand-ins.ts";
import { thousandRules } from "./thousands.ts";
import { timeRules } from "./times.ts";
import { weekdayRules } from "./weekdays.ts";

/**
 * Special readings come before general ones; ranges before what they are ranges of; Roman numerals before
 * abbreviations, as "V." is an initial otherwise. Points end sentences only after all of these.
 */
const expand = applying(
  [
    addressRules,
    identifierRules,
    thousandRules,
    weekdayRules,
    rangeRules,
    dateRules,
    timeRules,
    moneyRules,
    quantityRules,
    romanRules,
    abbreviationRules,
    fractionRules,
    ordinalRules,
    mathRules,
    plainNumberRules,
  ].flat(),
);

/**
 * Returns the sentences of a text as they are spoken, words and commas with one of . ? ! at the end; drops what cannot
 * be spoken.
 */
export function normalize(text: string): string[] {
  return spokenSentences(withoutStandIns(text));
}

/** Like `normalize`, but keeps stand-ins for words that are spoken from IPA. */
export function spokenSentences(text: string): string[] {
  return speakableSentences(expand(calmCapitals(unifySigns(text))));
}
