/** Money, percentages and quantities with a unit. */

import { cardinal, decimal } from "./numbers.ts";
import { AMOUNT, START, SUFFIX, type Rule } from "./rule.ts";
import { withHarmonisedSuffix, withSuffix } from "./suffix.ts";

/** How each currency and its hundredth are called, by every way it is written. */
const CURRENCIES: Readonly<Record<string, readonly [string, string]>> = {
  "₺": ["lira", "kuruş"],
  TL: ["lira", "kuruş"],
  TRY: ["lira", "kuruş"],
  $: ["dolar", "sent"],
  USD: ["dolar", "sent"],
  "€": ["avro", "sent"],
  EUR: ["avro", "sent"],
  "£": ["sterlin", "peni"],
  GBP: ["sterlin", "peni"],
};

const UNITS: Readonly<Record<string, string>> = {
  "km/sa": "kilometre bölü saat",
  "km/h": "kilometre bölü saat",
  "m/s": "metre bölü saniye",
  "km²": "kilometrekare",
  "m²": "metrekare",
  m2: "metrekare",
  "m³": "metreküp",
  m3: "metreküp",
  km: "kilometre",
  cm: "santimetre",
  mm: "milimetre",
  m: "metre",
  kg: "kilogram",
  gr: "gram",
  g: "gram",
  mg: "miligram",
  lt: "litre",
  L: "litre",
  ml: "mililitre",
  ha: "hektar",
  "°C": "santigrat derece",
  "°": "derece",
  kWh: "kilovatsaat",
  kW: "kilovat",
  MW: "megavat",
  W: "vat",
  V: "volt",
  GHz: "gigahertz",
  MHz: "megahertz",
  kHz: "kilohertz",
  Hz: "hertz",
  TB: "terabayt",
  GB: "gigabayt",
  MB: "megabayt",
  KB: "kilobayt",
  kB: "kilobayt",
  dk: "dakika",
  sn: "saniye",
  sa: "saat",
  ms: "milisaniye",
};

function alternatives(names: readonly string[]): string {
  const longestFirst = [...names].sort((left, right) => right.length - left.length);
  return longestFirst.map((name) => name.replace(/[$/]/g, String.raw`\$&`)).join("|");
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Returns a number that may have thousands dots and a decimal part. */
export function speakAmount({ whole = "", fraction }: Groups): string {
  const digits = whole.replaceAll(".", "");
  return fraction === undefined ? cardinal(digits) : decimal(digits, fraction, "virgül");
}

function speakMoney(groups: Groups): string {
  const [unit, hundredth] = CURRENCIES[groups["currency"] ?? ""] ?? ["", ""];
  const { whole = "", fraction, scale, suffix } = groups;
  if (scale !== undefined)
    return withHarmonisedSuffix(`${speakAmount(groups)} ${scale} ${unit}`, suffix);
  if (fraction !== undefined && fraction.length > 2)
    return withHarmonisedSuffix(`${speakAmount(groups)} ${unit}`, suffix);
  const parts = [`${cardinal(whole.replaceAll(".", ""))} ${unit}`];
  if (fraction !== undefined && Number(fraction) > 0)
    parts.push(`${cardinal(String(Number(fraction.padEnd(2, "0"))))} ${hundredth}`);
  return withHarmonisedSuffix(parts.join(" "), suffix);
}

function speakPercent(groups: Groups): string {
  return withSuffix(
    `${groups["sign"] === "‰" ? "binde" : "yüzde"} ${speakAmount(groups)}`,
    groups["suffix"],
  );
}

function speakQuantity(groups: Groups): string {
  const unit = UNITS[groups["unit"] ?? ""] ?? "";
  return withHarmonisedSuffix(
    `${groups["minus"] ? "eksi " : ""}${speakAmount(groups)} ${unit}`,
    groups["suffix"],
  );
}

const CURRENCY = `(?<currency>${alternatives(Object.keys(CURRENCIES))})`;
const SCALE = String.raw`(?: (?<scale>bin|milyon|milyar|trilyon))?`;
const END = String.raw`(?![\p{L}\d])`;

/** ₺1.250,50 and 5 milyon TL, %50 and 50%, 3,5 km and -4 °C. */
export const amountRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${START}(?<currency>[₺$€£]) ?${AMOUNT}${SCALE}${END}${SUFFIX}`, "gu"),
    speak: speakMoney,
  },
  {
    pattern: new RegExp(`${START}${AMOUNT}${SCALE} ?${CURRENCY}${END}${SUFFIX}`, "gu"),
    speak: speakMoney,
  },
  { pattern: new RegExp(`(?<sign>[%‰]) ?${AMOUNT}${END}${SUFFIX}`, "gu"), speak: speakPercent },
  { pattern: new RegExp(`${START}${AMOUNT} ?(?<sign>[%‰])${SUFFIX}`, "gu"), speak: speakPercent },
  {
    pattern: new RegExp(
      `${START}(?<minus>[-−](?=\\d))?${AMOUNT} ?(?<unit>${alternatives(Object.keys(UNITS))})${END}\\.?${SUFFIX}`,
      "gu",
    ),
    speak: speakQuantity,
  },
];
