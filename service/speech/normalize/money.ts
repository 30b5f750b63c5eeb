/** Money: ₺1.250,50, 5 milyon TL, $19.99. */

import money from "../language/money.json" with { type: "json" };
import { speakAmount } from "./amount.ts";
import { cardinal } from "./numbers.ts";
import { anyOf, AMOUNT, END, START, SUFFIX, WHOLE, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

/** How each currency and its hundredth are called, by every way it is written. */
const CURRENCIES: Readonly<Record<string, { readonly unit: string; readonly hundredth: string }>> =
  money.currencies;

const SHORT_SCALES: Readonly<Record<string, string>> = money.shortScales;

function speakMoney(groups: Groups): string {
  const { unit, hundredth } = CURRENCIES[groups["currency"] ?? ""] ?? { unit: "", hundredth: "" };
  const { whole = "", scale, suffix } = groups;
  const fraction = groups["fraction"] ?? groups["pointed"];
  const sign = groups["minus"] === undefined ? "" : "eksi ";
  if (scale !== undefined || (fraction !== undefined && fraction.length > 2)) {
    const size = scale === undefined ? "" : ` ${SHORT_SCALES[scale] ?? scale}`;
    return withSuffix(`${sign}${speakAmount({ whole, fraction })}${size} ${unit}`, suffix);
  }
  const parts = [`${sign}${cardinal(whole.replaceAll(".", ""))} ${unit}`];
  if (fraction !== undefined && Number(fraction) > 0)
    parts.push(`${cardinal(String(Number(fraction.padEnd(2, "0"))))} ${hundredth}`);
  const isOnlyHundredths = Number(whole) === 0 && parts.length > 1;
  return withSuffix(`${isOnlyHundredths ? sign + (parts[1] ?? "") : parts.join(" ")}`, suffix);
}

const MINUS = "(?<minus>(?<![\\p{L}\\d]|\\d )-)?";
/** $19.99 has its decimals after a point. */
const SUM = `(?:(?<whole>${WHOLE})(?:,(?<fraction>\\d+)|\\.(?<pointed>\\d{1,2})(?!\\d))?)`;
const SCALE = `(?: (?<scale>bin|milyon|milyar|trilyon|${Object.keys(SHORT_SCALES).join("|")})(?!\\p{L}))?`;
const SIGNS = "[₺$€£¥₽₼₿]";

/** The sign before or after the number, with a scale between or after. */
export const moneyRules: readonly Rule[] = [
  // "1,234.56" can only be English; it goes on as Turkish writes it.
  {
    pattern: /(?<![\d.,])(?<thousands>\d{1,3}(?:,\d{3})+)\.(?<cents>\d{1,2})(?!\d)/gu,
    speak: ({ thousands = "", cents = "" }) => `${thousands.replaceAll(",", ".")},${cents}`,
  },
  {
    pattern: new RegExp(
      `${START}${MINUS}(?<currency>${SIGNS}|US\\$) ?${SUM}${SCALE}${END}${SUFFIX}`,
      "gu",
    ),
    speak: speakMoney,
  },
  {
    pattern: new RegExp(
      `${START}${MINUS}${SUM}${SCALE} ?(?<currency>${anyOf(Object.keys(CURRENCIES))})${END}${SUFFIX}`,
      "gu",
    ),
    speak: speakMoney,
  },
  {
    pattern: new RegExp(
      `${START}${AMOUNT} (?<scale>mn|mln|mlr|trn)(?:\\.(?= \\p{Ll})|${END})`,
      "gu",
    ),
    speak: (groups) => `${speakAmount(groups)} ${SHORT_SCALES[groups["scale"] ?? ""] ?? ""}`,
  },
];
