/** Percentages and quantities with a unit. */

import quantities from "../language/units.json" with { type: "json" };
import { speakAmount } from "./amount.ts";
import { anyOf, AMOUNT, END, START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const UNITS: Readonly<Record<string, string>> = quantities.units;

/** What is counted, and in what time: "90 km/sa" is said "saatte doksan kilometre". */
const RATES: Readonly<Record<string, { readonly per: string; readonly unit: string }>> =
  quantities.rates;

function speakPercent(groups: Groups): string {
  const base = groups["sign"] === "‰" ? "binde" : "yüzde";
  const minus = groups["minus"] === undefined ? "" : "eksi ";
  return withSuffix(`${minus}${base} ${speakAmount(groups)}`, groups["suffix"]);
}

function speakQuantity(groups: Groups): string {
  const name = groups["unit"] ?? "";
  const { per, unit } = RATES[name] ?? { per: "", unit: UNITS[name] ?? "" };
  const minus = groups["minus"] === undefined ? "" : "eksi ";
  const spoken = `${per} ${minus}${speakAmount(groups)} ${unit}`.trim();
  return withSuffix(spoken, groups["suffix"]);
}

const MINUS = "(?<minus>(?<![\\p{L}\\d]|\\d )-)?";
/** The point of "5 km. yol" goes, the one that ends a sentence stays. */
const OWN_POINT = String.raw`(?:\.(?= ?[\p{Ll}\d,]))?`;
const UNIT = `(?<unit>${anyOf([...Object.keys(RATES), ...Object.keys(UNITS)])})`;

/** %50 and 50%, 3,5 km and -4 °C. */
export const quantityRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${MINUS}(?<sign>[%‰]) ?${AMOUNT}(?!\\d)${SUFFIX}`, "gu"),
    speak: speakPercent,
  },
  {
    pattern: new RegExp(`${START}${MINUS}${AMOUNT} ?(?<sign>[%‰])${SUFFIX}`, "gu"),
    speak: speakPercent,
  },
  {
    pattern: new RegExp(`${START}${MINUS}${AMOUNT} ?${UNIT}${END}${OWN_POINT}${SUFFIX}`, "gu"),
    speak: speakQuantity,
  },
];
