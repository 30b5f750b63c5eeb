/** Percentages and quantities with a unit. */

import quantities from "../language/units.json" with { type: "json" };
import { spelled } from "./letter-names.ts";
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
  type Groups,
  type Rule,
} from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const UNITS: Readonly<Record<string, string>> = quantities.units;
/** Words before and behind the slash of "kişi/km²" and "mg/gün", besides units. */
const COUNTED: Readonly<Record<string, string>> = { ...UNITS, ...quantities.counted };
const MEASURED_BY: Readonly<Record<string, string>> = { ...UNITS, ...quantities.measuredBy };
/** The unit, and what it is counted per: "90 km/sa" is spoken as "saatte doksan kilometre". */
const RATES: Readonly<Record<string, { readonly per: string; readonly unit: string }>> =
  quantities.rates;

function speakPercent(groups: Groups): string {
  const base = groups["sign"] === "‰" ? "binde" : "yüzde";
  return `${speakMinus(groups)}${base} ${speakAmount(groups)}`;
}

function speakQuantity(groups: Groups): string {
  const name = groups["unit"] ?? "";
  const { per, unit } = RATES[name] ?? { per: "", unit: UNITS[name] ?? "" };
  const { lower = "" } = groups;
  return `${per} ${speakMinus(groups)}${lower}${speakAmount(groups)} ${unit}`.trim();
}

/** "5 mg/dl" is "desilitrede beş miligram", "5 l/100 km" is "yüz kilometrede beş litre". */
function speakShare(groups: Groups): string {
  const { counted = "", size, by = "", lower = "" } = groups;
  const measure = [size && cardinal(size), MEASURED_BY[by]].filter(Boolean).join(" ");
  const amount = `${speakMinus(groups)}${lower}${speakAmount(groups)} ${COUNTED[counted] ?? ""}`;
  return `${withSuffix(measure, "de")} ${amount}`.trim();
}

const DIRECTIONS: Readonly<Record<string, string>> = quantities.directions;
const DIRECTION = `(?: ?(?<direction>[${Object.keys(DIRECTIONS).join("")}])${END})?`;

/** "39°56'12\"K" is "otuz dokuz derece elli altı dakika on iki saniye kuzey". */
function speakAngle(groups: Groups): string {
  const { whole = "", fraction, minutes, seconds, direction = "" } = groups;
  const [second = "", part] = (seconds ?? "").split(/[.,]/u);
  return [
    `${speakMinus(groups)}${speakAmount({ whole, fraction })} derece`,
    minutes && `${cardinal(String(Number(minutes)))} dakika`,
    seconds && `${speakAmount({ whole: String(Number(second)), fraction: part })} saniye`,
    DIRECTIONS[direction],
  ]
    .filter(Boolean)
    .join(" ");
}

/** Two numbers with at least four decimals each are read as coordinates. */
function speakPlace({ south, latitude = "", west, longitude = "" }: Groups): string {
  const spoken = (sign: string | undefined, degrees: string) => {
    const [whole, fraction] = degrees.split(".");
    return (sign === undefined ? "" : "eksi ") + speakAmount({ whole, fraction });
  };
  return `enlem ${spoken(south, latitude)}, boylam ${spoken(west, longitude)}`;
}

const SECONDS = String.raw`(?: ?(?<seconds>\d{1,2}(?:[.,]\d{1,4})?)(?:"|″|'')(?!\p{Ll}))?`;
const LATITUDE = String.raw`(?<south>-)?(?<latitude>[0-8]?\d\.\d{4,8})`;
const LONGITUDE = String.raw`(?<west>-)?(?<longitude>(?:1[0-7]\d|\d{1,2})\.\d{4,8})`;

/**
 * Units that may follow a decimal point, "2.4 GHz": not hours, minutes, seconds or one letter, which follow times and versions
 * too.
 */
const MEASURES = anyOf(
  Object.keys(UNITS).filter((unit) => unit.length > 1 && !/^(?:da|sa|dk|dak|sn)$/u.test(unit)),
);
const MEASURE_NAMES = anyOf(
  [...new Set(Object.values(UNITS)), "kilo"].filter(
    (name) => !/^(?:saat|dakika|saniye)$/u.test(name),
  ),
);

/** The point of "5 km. yol" is removed; one that ends a sentence stays. */
const OWN_POINT = String.raw`(?:\.(?= ?[\p{Ll}\d,]))?`;
const RATE_NAMES = anyOf(Object.keys(RATES));
const UNIT = `(?<unit>${anyOf([...Object.keys(RATES), ...Object.keys(UNITS)])})`;

/** Units behind a fraction, "1/2 kg"; a single capital there is the letter of a house. */
const OF_FRACTION = anyOf(Object.keys(UNITS).filter((unit) => !/^(?:\p{Lu}|da|sa)$/u.test(unit)));

/** "4K" is an image resolution; kelvins have a space before them or more digits. */
const SIZE = String.raw`(?<size>[1-9]\d?)[Kk]`;

/** %50 and 50%, 3,5 km and -4 °C. */
export const quantityRules: readonly Rule[] = [
  [`(?<![\\d.,])${LATITUDE}(?:, ?| )${LONGITUDE}(?![.,]?\\d|°)${SUFFIX}`, speakPlace],
  [
    `${START}${MINUS}(?<whole>\\d{1,3})° ?(?<minutes>\\d{1,2})(?:'|′)${SECONDS}${DIRECTION}${SUFFIX}`,
    speakAngle,
  ],
  [
    `${START}${MINUS}(?<whole>\\d{1,3})[.,](?<fraction>\\d{1,8}) ?° ?(?<direction>[KGDBNSEW])${END}${SUFFIX}`,
    speakAngle,
  ],
  [`${START}${MINUS}(?<whole>\\d{1,3}) ?°(?<direction>[KGDBNSEW])${END}${SUFFIX}`, speakAngle],
  [
    `${START}(?<whole>\\d+)\\.(?<fraction>\\d{1,2})(?=(?: ?(?:${MEASURES})${END}| (?:${MEASURE_NAMES})))`,
    ({ whole = "", fraction = "" }) => `${whole},${fraction}`,
  ],
  [
    /(?<![\d.,°])(?<feet>[1-9])['′] ?(?<inches>\d{1,2})["″]/gu,
    ({ feet = "", inches = "" }) => `${cardinal(feet)} fit ${cardinal(inches)} inç`,
  ],
  [
    `(?<=(?:(?<![\\d.,/])\\d{1,4}/\\d{1,4}|[½¼¾⅓⅔⅕⅛]) ?)(?<unit>${OF_FRACTION})${END}${SUFFIX}`,
    ({ unit = "" }) => ` ${UNITS[unit]}`,
  ],
  [`(?<=\\d ?(?:${anyOf(Object.keys(UNITS))})) ?[x×*] ?(?=\\d)`, " çarpı "],
  [`${MINUS}(?<sign>[%‰]) ?${AMOUNT}(?!\\d)${SUFFIX}`, speakPercent],
  [`${START}${MINUS}${AMOUNT} ?(?<sign>[%‰])${SUFFIX}`, speakPercent],
  [`${START}${SIZE}${END}${SUFFIX}`, ({ size = "" }) => `${cardinal(size)} ${spelled("k")}`],
  [
    `${START}${MINUS}${LOWER}${AMOUNT} ?(?!(?:${RATE_NAMES})${END})(?<counted>${anyOf(Object.keys(COUNTED))}) ?/ ?(?:(?<size>\\d{1,4}) ?)?(?<by>${anyOf(Object.keys(MEASURED_BY))})${END}${SUFFIX}`,
    speakShare,
  ],
  [`${START}${AMOUNT} s\\.(?= \\p{Ll}|,|\\s*$)`, (groups) => `${speakAmount(groups)} sayfa`],
  [`${START}${AMOUNT} s(?= \\d{1,2} ?dk)`, (groups) => `${speakAmount(groups)} saat`],
  [`${START}${AMOUNT} s(?![\\p{L}\\d.])${SUFFIX}`, (groups) => `${speakAmount(groups)} saniye`],
  // "72/dk", and the two temperatures of a day.
  [
    `${START}${LOWER}${AMOUNT} ?/ ?(?<by>dk|dakika|sn|saniye|sa|saat|gün|hafta|ay|yıl)${END}${SUFFIX}`,
    speakShare,
  ],
  [/(?<=(?<![\p{L}\d/.,])(?:-\d{1,2}|\d{2}|\d(?=\/-|\/\d\d)))\/(?=-?\d{1,2} ?(?:°|derece))/gu, " "],
  [`${START}${MINUS}${LOWER}${AMOUNT} ?(?<unit>${RATE_NAMES})${END}${SUFFIX}`, speakQuantity],
  // "12 K: 3" in an address is a floor, not kelvins.
  [`${START}${MINUS}${AMOUNT} ?${UNIT}${END}(?!(?<= K): ?\\d)${OWN_POINT}${SUFFIX}`, speakQuantity],
  [
    `(?<![\\p{L}\\d] ?)(?<unit>[kcdm]?m[²³])${END}${SUFFIX}`,
    ({ unit = "" }) => UNITS[unit] ?? unit,
  ],
];
