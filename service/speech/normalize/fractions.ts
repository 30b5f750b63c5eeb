/** Fractions and ratios: 1/2, 2/3'ü, ½, 2½, 7/24, 16:9. */

import signs from "../language/signs.json" with { type: "json" };
import { cardinal } from "./numbers.ts";
import { START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { isPossession, withPossession, withSuffix } from "./suffix.ts";

const SIGNS: Readonly<Record<string, string>> = signs.fractions;

/** "1/2" is "bir bölü iki"; one that is possessed, "2/3'ü", is "üçte ikisi". */
function speakFraction({ top = "", bottom = "", suffix }: Groups): string {
  if (suffix !== undefined && isPossession(suffix))
    return withPossession(`${withSuffix(cardinal(bottom), "de")} ${cardinal(top)}`, suffix);
  return withSuffix(`${cardinal(top)} bölü ${cardinal(bottom)}`, suffix);
}

function speakMixed({ whole = "", part = "", suffix }: Groups): string {
  const spoken = SIGNS[part] ?? "";
  const isHalf = part === "½" || part === "1/2";
  return withSuffix(
    isHalf ? `${cardinal(whole)} buçuk` : `${cardinal(whole)} tam ${spoken}`,
    suffix,
  );
}

const FRACTION_SIGNS = Object.keys(SIGNS).join("");

/** To be applied after dates, whose days and months look like fractions. */
export const fractionRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `${START}(?<whole>\\d{1,3})(?: ?(?<part>[${FRACTION_SIGNS}])| (?<part>1/2)(?![\\d/]))${SUFFIX}`,
      "gu",
    ),
    speak: speakMixed,
  },
  {
    pattern: new RegExp(`(?<part>[${FRACTION_SIGNS}])${SUFFIX}`, "gu"),
    speak: ({ part = "", suffix }) => withSuffix(SIGNS[part] ?? "", suffix),
  },
  {
    pattern: new RegExp(`${START}(?:7/24|24/7)(?![\\d/])${SUFFIX}`, "gu"),
    speak: ({ suffix }) => withSuffix("yedi yirmi dört", suffix),
  },
  {
    pattern: new RegExp(`${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])${SUFFIX}`, "gu"),
    speak: speakFraction,
  },
  {
    pattern: new RegExp(`${START}(?<left>\\d{1,3}):(?<right>\\d{1,4})(?![\\d:])${SUFFIX}`, "gu"),
    speak: ({ left = "", right = "", suffix }) =>
      withSuffix(`${withSuffix(cardinal(left), "e")} ${cardinal(right)}`, suffix),
  },
];
