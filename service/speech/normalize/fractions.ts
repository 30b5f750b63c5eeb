/** Fractions and ratios: 1/2, 2/3'ü, ½, 2½, 7/24, 16:9. */

import signs from "../language/signs.json" with { type: "json" };
import { cardinal } from "./numbers.ts";
import { ENDING, START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { isPossession, withPossession, withSuffix } from "./suffix.ts";

const SIGNS: Readonly<Record<string, string>> = signs.fractions;
const SIGN = `[${Object.keys(SIGNS).join("")}]`;

/** "1/2" is "bir bölü iki"; one that is possessed, "2/3'ü", is "üçte ikisi". */
function speakFraction({ top = "", bottom = "", ending }: Groups): string {
  if (ending !== undefined && isPossession(ending))
    return withPossession(`${withSuffix(cardinal(bottom), "de")} ${cardinal(top)}`, ending);
  return withSuffix(`${cardinal(top)} bölü ${cardinal(bottom)}`, ending);
}

function speakMixed({ whole = "", part = "" }: Groups): string {
  const isHalf = part === "½" || part === "1/2";
  return `${cardinal(whole)} ${isHalf ? "buçuk" : `tam ${SIGNS[part] ?? ""}`}`;
}

/** To be applied after dates, whose days and months look like fractions. */
export const fractionRules: readonly Rule[] = [
  [`${START}(?<whole>\\d{1,3})(?: ?(?<part>${SIGN})| (?<part>1/2)(?![\\d/]))${SUFFIX}`, speakMixed],
  [`(?<part>${SIGN})${SUFFIX}`, ({ part = "" }) => SIGNS[part] ?? ""],
  [`${START}(?:7/24|24/7)(?![\\d/])${SUFFIX}`, "yedi yirmi dört"],
  [`${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])${ENDING}`, speakFraction],
  [
    `${START}(?<left>\\d{1,3}):(?<right>\\d{1,4})(?![\\d:])${SUFFIX}`,
    ({ left = "", right = "" }) => `${withSuffix(cardinal(left), "e")} ${cardinal(right)}`,
  ],
];
