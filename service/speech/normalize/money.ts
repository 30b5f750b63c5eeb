/** Money: ₺1.250,50, 5 milyon TL, $19.99. */

import money from "../language/money.json" with { type: "json" };
import { cardinal, speakAmount } from "./numbers.ts";
import {
  AMOUNT,
  anyOf,
  END,
  LOWER,
  MINUS,
  speakMinus,
  START,
  SUFFIX,
  WHOLE,
  type Groups,
  type Rule,
} from "./rule.ts";

const CURRENCIES: Readonly<Record<string, { readonly unit: string; readonly hundredth: string }>> =
  money.currencies;
const SHORT_SCALES: Readonly<Record<string, string>> = money.shortScales;
/** "10K" is ten thousand beside a currency and before what is counted on the web, and a size of pictures elsewhere. */
const LETTER_SCALES: Readonly<Record<string, string>> = money.letterScales;

function speakMoney(groups: Groups): string {
  const { whole = "", scale, currency = "" } = groups;
  const { unit, hundredth } = CURRENCIES[currency] ?? { unit: "", hundredth: "" };
  const fraction = groups["fraction"] ?? groups["pointed"];
  const sign = speakMinus(groups);
  if (scale !== undefined || (fraction !== undefined && fraction.length > 2)) {
    const size = scale === undefined ? "" : ` ${SHORT_SCALES[scale] ?? scale}`;
    return `${sign}${speakAmount({ whole, fraction })}${size} ${unit}`;
  }
  const parts = [`${cardinal(whole.replaceAll(".", ""))} ${unit}`];
  if (fraction !== undefined && Number(fraction) > 0)
    parts.push(`${cardinal(String(Number(fraction.padEnd(2, "0"))))} ${hundredth}`);
  if (Number(whole) === 0 && parts.length > 1) parts.shift();
  return sign + parts.join(" ");
}

/** $19.99 has its decimals after a point. */
const SUM = `(?:(?<whole>${WHOLE})(?:,(?<fraction>\\d+)|\\.(?<pointed>\\d{1,2})(?!\\d))?)`;
const SCALE = `(?: (?<scale>bin|milyon|milyar|trilyon|${Object.keys(SHORT_SCALES).join("|")})(?!\\p{L}))?`;
const SIGN = String.raw`(?<currency>[₺$€£¥₽₼₿]|US\$|(?<!\d ?)(?:TL|TRY|USD|EUR|EURO|GBP|CHF|JPY|RUB|AZN)(?= ?\d))`;
const NAME = `(?<currency>${anyOf(Object.keys(CURRENCIES))})`;

/** Currencies of a rate of exchange: "USD/TRY" is "dolar lira". */
const PAIRED = anyOf(Object.keys(CURRENCIES).filter((name) => /^(?:\p{Lu}+|[$€£₺¥])$/u.test(name)));

/** "5 TL/kg" is "kilogramı beş lira". */
const EACH: Readonly<Record<string, string>> = money.each;

function spelledOutScale({ letter = "" }: Groups): string {
  return ` ${LETTER_SCALES[letter] ?? letter}`;
}

function pointedThousands({ thousands = "" }: Groups): string {
  return thousands.replaceAll(",", ".");
}

const LETTER = `(?<letter>[${Object.keys(LETTER_SCALES).join("")}])`;
const SCALED_BY_LETTER = `(?:${anyOf(Object.keys(CURRENCIES))})${END}|${money.scaledByLetter.join("|")}`;

/** The sign before or after the number, with a scale between or after. */
export const moneyRules: readonly Rule[] = [
  // "1,234.56" can only be English notation; it is rewritten in Turkish notation.
  [
    /(?<![\d.,])(?<thousands>\d{1,3}(?:,\d{3})+)\.(?<cents>\d{1,2})(?!\d)/gu,
    ({ thousands = "", cents = "" }) => `${thousands.replaceAll(",", ".")},${cents}`,
  ],
  [/(?<=[$£¥€] ?)(?<thousands>\d{1,3}(?:,\d{3})+)(?![\d.,]?\d)/gu, pointedThousands],
  [/(?<![\d.,])(?<thousands>\d{1,3}(?:,\d{3}){2,})(?![\d.,]?\d)/gu, pointedThousands],
  [`(?<=[₺$€£] ?\\d[\\d.,]{0,9}) ?${LETTER}${END}`, spelledOutScale],
  [
    `(?<=(?<![\\p{L}\\d.,])\\d[\\d.,]{0,9}) ?${LETTER}(?= ?(?:${SCALED_BY_LETTER}))`,
    spelledOutScale,
  ],
  [
    `(?<![\\p{L}\\d])(?<one>${PAIRED}) ?/ ?(?<other>${PAIRED})(?![\\p{L}\\d])`,
    ({ one = "", other = "" }) => ` ${CURRENCIES[one]?.unit} ${CURRENCIES[other]?.unit} `,
  ],
  // "3.5 milyon" has its decimals after a point.
  [
    `${START}(?<whole>\\d+)\\.(?<fraction>\\d{1,2})(?= (?:bin|milyon|milyar|trilyon)(?!\\p{L}))`,
    ({ whole = "", fraction = "" }) => `${whole},${fraction}`,
  ],
  [
    `${START}${LOWER}${SUM}${SCALE} ?${NAME} ?/ ?(?<each>${anyOf(Object.keys(EACH))})${END}${SUFFIX}`,
    (groups) => `${EACH[groups["each"] ?? ""]} ${groups["lower"] ?? ""}${speakMoney(groups)}`,
  ],
  [
    `${START}${SIGN} ?${SUM} ?/ ?(?<each>${anyOf(Object.keys(EACH))})${END}${SUFFIX}`,
    (groups) => `${EACH[groups["each"] ?? ""]} ${speakMoney(groups)}`,
  ],
  [`${START}${MINUS}${SIGN} ?${SUM}${SCALE}${END}${SUFFIX}`, speakMoney],
  [`${START}${MINUS}${SUM}${SCALE} ?${NAME}${END}${SUFFIX}`, speakMoney],
  [
    `${START}${AMOUNT} (?<scale>mn|mln|mlr|trn)(?:\\.(?= \\p{Ll})|${END})`,
    (groups) => `${speakAmount(groups)} ${SHORT_SCALES[groups["scale"] ?? ""] ?? ""}`,
  ],
];
