/** Fractions and ratios: 1/2, 2/3'ü, ½, 2½, 7/24, 16:9. */

import signs from "../language/signs.json" with { type: "json" };
import { cardinal } from "./numbers.ts";
import { ENDING, MINUS, speakMinus, START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { isPossession, withPossession, withSuffix } from "./suffix.ts";

const SIGNS: Readonly<Record<string, string>> = signs.fractions;
const SIGN = `[${Object.keys(SIGNS).join("")}]`;

/** Fractions with a word of their own, alone and as a part of something: "yarım elma", "elmanın yarısı". */
const OWN_WORDS: Readonly<Record<string, { readonly alone: string; readonly part: string }>> =
  signs.ownFractions;
const LARGEST_BOTTOM = 100;

/** "3/4" is "dörtte üç"; with a possessive, "2/3'ü" is "üçte ikisi". Anything but a proper fraction is read with "bölü". */
function speakFraction(groups: Groups): string {
  const { top = "", bottom = "", ending } = groups;
  if (isSeason(top, bottom)) return withSuffix(`${cardinal(top)} ${cardinal(bottom)}`, ending);
  return speakMinus(groups) + speakPart(groups);
}

/** "2024/25" is two years. */
function isSeason(top: string, bottom: string): boolean {
  const next = String(Number(top) + 1);
  return /^(?:19|20)\d\d$/u.test(top) && (bottom === next || bottom === next.slice(2));
}

function speakPart({ top = "", bottom = "", ending }: Groups): string {
  const isPart = Number(top) < Number(bottom) && !top.startsWith("0");
  const isSmall = Number(bottom) <= LARGEST_BOTTOM || /^10*$/u.test(bottom);
  if (!isPart || !isSmall) return withSuffix(`${cardinal(top)} bölü ${cardinal(bottom)}`, ending);
  const own = OWN_WORDS[`${top}/${bottom}`];
  if (ending !== undefined && isPossession(ending))
    return withPossession(own?.part ?? nthParts(top, bottom), ending);
  return withSuffix(own?.alone ?? nthParts(top, bottom), ending);
}

function nthParts(top: string, bottom: string): string {
  return `${withSuffix(cardinal(bottom), "de")} ${cardinal(top)}`;
}

/** Alone "½" is "yarım", but "½'si" is "yarısı". */
function speakSign({ part = "", ending }: Groups): string {
  if (part === "½" && ending !== undefined && isPossession(ending))
    return withPossession(OWN_WORDS["1/2"]?.part ?? "", ending);
  return withSuffix(SIGNS[part] ?? "", ending);
}

function speakMixed({ whole = "", part = "" }: Groups): string {
  const isHalf = part === "½" || part === "1/2";
  const [top = "", bottom = ""] = part.split("/");
  const rest = SIGNS[part] ?? nthParts(top, bottom);
  return `${cardinal(whole)} ${isHalf ? "buçuk" : `tam ${rest}`}`;
}

/** "1/25.000" is "yirmi beş binde bir". */
function speakScale({ bottom = "" }: Groups): string {
  return nthParts("1", bottom.replaceAll(".", ""));
}

const LARGE = String.raw`\d{1,3}(?:\.\d{3})+(?!\d)|\d{3,7}`;
/** Excludes numbers of houses and laws, which are no fractions: "No: 5/7", "madde 3/2". */
const ADDRESS = String.raw`(?<!(?:[Nn]o|NO|[Nn]umara(?:sı)?|[Dd]aire|[Kk]apı|[Mm]adde(?:si)?|[Ss]ok(?:ak|ağı)?|[Cc]ad(?:de|desi)?|[Ee]sas|[Kk]arar)[.:]? {0,2})`;

/** To be applied after dates, whose days and months look like fractions. */
export const fractionRules: readonly Rule[] = [
  [
    `${START}(?<whole>\\d{1,3})(?: ?(?<part>${SIGN})| (?<part>[1-9]/[2-9])(?![\\d/]))${SUFFIX}`,
    speakMixed,
  ],
  [`(?<part>${SIGN})${ENDING}`, speakSign],
  [`${START}7/24(?![\\d/])${SUFFIX}`, "yedi yirmi dört"],
  [`${START}50/50(?![\\d/])${SUFFIX}`, "elli elli"],
  [`${START}24/7(?![\\d/])${SUFFIX}`, "yirmi dört yedi"],
  [`${START}1[/:](?<bottom>${LARGE})(?![\\d/:])(?=,? ölçe| |$|[.,;)])`, speakScale],
  [
    `${ADDRESS}${START}${MINUS}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])${ENDING}`,
    speakFraction,
  ],
  [
    `${START}(?<left>\\d{1,3}):(?<right>\\d{1,4})(?![\\d:])${SUFFIX}`,
    ({ left = "", right = "" }) => `${withSuffix(cardinal(left), "e")} ${cardinal(right)}`,
  ],
];
