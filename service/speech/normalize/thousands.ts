/** Numbers with spaces between their thousands, 1 250 kişi, which are rewritten with points. */

import money from "../language/money.json" with { type: "json" };
import quantities from "../language/units.json" with { type: "json" };
import { anyOf, capitalised, END, START, type Groups, type Rule } from "./rule.ts";

const NUMBER = String.raw`(?<!\d )(?<number>[1-9]\d{0,2}(?: \d{3}){1,4})(?! ?\d|[.:/]\d|-\d{4})`;
/** The rest of the number, or of a range that it begins. */
const REST = String.raw`(?:,\d{1,2})?(?: ?[-–] ?\d{1,3}(?: \d{3})+)?`;
/** Words of counted or measured things, which show that a single number stands before them. */
const COUNTED = anyOf([
  ...Object.keys(money.currencies),
  ...Object.keys(quantities.rates),
  ...Object.keys(quantities.units),
]);
/** Words whose number may stand before another one: "Madde 5 120 gün". */
const NUMBERED = anyOf(
  [
    "bölüm",
    "daire",
    "dahili",
    "hat",
    "kapı",
    "kat",
    "kod",
    "koltuk",
    "madde",
    "no",
    "numara",
    "oda",
    "peron",
    "saat",
    "salon",
    "sayfa",
    "seri",
    "set",
    "sıra",
    "soru",
    "tel",
    "telefon",
    "yıl",
  ].flatMap((word) => [word, capitalised(word)]),
);

function pointed({ number = "" }: Groups): string {
  return number.replaceAll(" ", ".");
}

/** To be applied after telephone numbers and codes, whose digits stand in groups too. */
export const thousandRules: readonly Rule[] = [
  [/(?<=[₺$€£] ?)(?<number>\d{1,3}(?: \d{3}){1,4})(?!\d)/gu, pointed],
  [`${START}${NUMBER}(?=${REST} ?(?:${COUNTED}|lira|dolar|avro|euro)${END})`, pointed],
  // A group that begins with 0, and three groups in a row, are no numbers of their own.
  [`${START}(?=\\d{1,3}(?: 0\\d{2}| \\d{3} \\d{3}))${NUMBER}`, pointed],
  [`(?<!(?<!\\p{L})(?:${NUMBERED})[.:]? )${START}${NUMBER}(?=${REST} \\p{Ll}{3})`, pointed],
];
