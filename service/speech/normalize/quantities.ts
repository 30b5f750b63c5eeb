/** Percentages and quantities with a unit. */

import quantities from "../language/units.json" with { type: "json" };
import { spelled } from "./letter-names.ts";
import { cardinal, speakAmount } from "./numbers.ts";
import {
  AMOUNT,
  anyOf,
  END,
  MINUS,
  speakMinus,
  START,
  SUFFIX,
  type Groups,
  type Rule,
} from "./rule.ts";

const UNITS: Readonly<Record<string, string>> = quantities.units;
/** What is counted, and in what time: "90 km/sa" is said "saatte doksan kilometre". */
const RATES: Readonly<Record<string, { readonly per: string; readonly unit: string }>> =
  quantities.rates;

function speakPercent(groups: Groups): string {
  const base = groups["sign"] === "‰" ? "binde" : "yüzde";
  return `${speakMinus(groups)}${base} ${speakAmount(groups)}`;
}

function speakQuantity(groups: Groups): string {
  const name = groups["unit"] ?? "";
  const { per, unit } = RATES[name] ?? { per: "", unit: UNITS[name] ?? "" };
  return `${per} ${speakMinus(groups)}${speakAmount(groups)} ${unit}`.trim();
}

/** The point of "5 km. yol" goes, the one that ends a sentence stays. */
const OWN_POINT = String.raw`(?:\.(?= ?[\p{Ll}\d,]))?`;
const UNIT = `(?<unit>${anyOf([...Object.keys(RATES), ...Object.keys(UNITS)])})`;

/** "4K" names a picture's size, where kelvins have a space before them or more digits. */
const SIZE = String.raw`(?<size>[1-9]\d?)[Kk]`;

/** %50 and 50%, 3,5 km and -4 °C. */
export const quantityRules: readonly Rule[] = [
  [`${MINUS}(?<sign>[%‰]) ?${AMOUNT}(?!\\d)${SUFFIX}`, speakPercent],
  [`${START}${MINUS}${AMOUNT} ?(?<sign>[%‰])${SUFFIX}`, speakPercent],
  [`${START}${SIZE}${END}${SUFFIX}`, ({ size = "" }) => `${cardinal(size)} ${spelled("k")}`],
  [`${START}${MINUS}${AMOUNT} ?${UNIT}${END}${OWN_POINT}${SUFFIX}`, speakQuantity],
];
