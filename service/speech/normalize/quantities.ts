/** Percentages and quantities with a unit. */

import { speakAmount } from "./amount.ts";
import { anyOf, AMOUNT, END, START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const UNITS: Readonly<Record<string, string>> = {
  "km²": "kilometrekare",
  km2: "kilometrekare",
  "m²": "metrekare",
  m2: "metrekare",
  "cm²": "santimetrekare",
  "m³": "metreküp",
  m3: "metreküp",
  "cm³": "santimetreküp",
  km: "kilometre",
  KM: "kilometre",
  dm: "desimetre",
  cm: "santimetre",
  CM: "santimetre",
  mm: "milimetre",
  nm: "nanometre",
  µm: "mikrometre",
  μm: "mikrometre",
  m: "metre",
  kg: "kilogram",
  Kg: "kilogram",
  KG: "kilogram",
  gr: "gram",
  g: "gram",
  mg: "miligram",
  µg: "mikrogram",
  t: "ton",
  lt: "litre",
  L: "litre",
  l: "litre",
  cl: "santilitre",
  dl: "desilitre",
  ml: "mililitre",
  mL: "mililitre",
  cc: "santimetreküp",
  ha: "hektar",
  da: "dekar",
  "°C": "santigrat derece",
  "℃": "santigrat derece",
  "°F": "fahrenhayt derece",
  "°": "derece",
  K: "kelvin",
  kWh: "kilovatsaat",
  MWh: "megavatsaat",
  kW: "kilovat",
  MW: "megavat",
  GW: "gigavat",
  W: "vat",
  V: "volt",
  kV: "kilovolt",
  mA: "miliamper",
  mAh: "miliamper saat",
  A: "amper",
  Ω: "ohm",
  dB: "desibel",
  BG: "beygir gücü",
  hp: "beygir gücü",
  Pa: "paskal",
  hPa: "hektopaskal",
  bar: "bar",
  kcal: "kilokalori",
  kJ: "kilojul",
  J: "jul",
  N: "nivton",
  GHz: "gigahertz",
  MHz: "megahertz",
  kHz: "kilohertz",
  Hz: "hertz",
  TB: "terabayt",
  GB: "gigabayt",
  MB: "megabayt",
  KB: "kilobayt",
  kB: "kilobayt",
  Gbit: "gigabit",
  Mbit: "megabit",
  MP: "megapiksel",
  px: "piksel",
  dk: "dakika",
  dak: "dakika",
  sn: "saniye",
  sa: "saat",
  ms: "milisaniye",
  '"': "inç",
  inç: "inç",
};

/** What is counted, and in what time: "90 km/sa" is said "saatte doksan kilometre". */
const RATES: Readonly<Record<string, readonly [string, string]>> = {
  "km/sa": ["saatte", "kilometre"],
  "km/s": ["saatte", "kilometre"],
  "km/h": ["saatte", "kilometre"],
  "km/saat": ["saatte", "kilometre"],
  "m/s": ["saniyede", "metre"],
  "m/sn": ["saniyede", "metre"],
  "L/dk": ["dakikada", "litre"],
  "l/dk": ["dakikada", "litre"],
  Gbps: ["saniyede", "gigabit"],
  Mbps: ["saniyede", "megabit"],
  kbps: ["saniyede", "kilobit"],
  "MB/s": ["saniyede", "megabayt"],
  "GB/s": ["saniyede", "gigabayt"],
  "devir/dk": ["dakikada", "devir"],
  "TL/ay": ["ayda", "lira"],
};

function speakPercent(groups: Groups): string {
  const base = groups["sign"] === "‰" ? "binde" : "yüzde";
  const minus = groups["minus"] === undefined ? "" : "eksi ";
  return withSuffix(`${minus}${base} ${speakAmount(groups)}`, groups["suffix"]);
}

function speakQuantity(groups: Groups): string {
  const name = groups["unit"] ?? "";
  const [time, counted] = RATES[name] ?? ["", UNITS[name] ?? ""];
  const minus = groups["minus"] === undefined ? "" : "eksi ";
  const spoken = `${time} ${minus}${speakAmount(groups)} ${counted}`.trim();
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
