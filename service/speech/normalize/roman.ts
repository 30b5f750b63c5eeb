/** Roman numerals: II. Abdülhamid, XX. yüzyıl, XIV. Louis, Bölüm IV. */

import { cardinal, ordinal } from "./numbers.ts";
import { ORDINAL_NOUN } from "./ordinals.ts";
import { apart, ENDING, SUFFIX, type Rule } from "./rule.ts";

const VALUES: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};

const WELL_FORMED = "(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})";

/** Numerals of these letters only: DI, MI and CI may be endings in capitals, CD and MD other abbreviations. */
const OF_SMALL_LETTERS = "(?=[IVXL]{2,}(?!\\p{L}))";
const LONG = "(?=[IVXLCDM]{4,}(?!\\p{L}))";
/** One letter is an initial, "V. Hugo", unless a ruler, a century or a lower-case word follows. */
const SINGLE = `(?=[IVX]\\. ?(?:${ORDINAL_NOUN}|\\p{Ll}))`;
/** "I." alone has no ending to show what it is, but "I. TBMM" is the first. */
const FIRST_OF_CAPITALS = String.raw`(?=I\. \p{Lu}{3,5}(?!\p{L}))`;
/** "XL" without a point is a size of clothes. */
const NO_SIZE = String.raw`(?!X{1,4}L(?!\p{L}))`;
const ALONE = "(?<![\\p{L}\\d'])";

function figures(numeral = ""): string {
  const values = Array.from(numeral).map((letter) => VALUES[letter] ?? 0);
  const signed = values.map((value, at) => (value < (values[at + 1] ?? 0) ? -value : value));
  return String(signed.reduce((sum, value) => sum + value, 0));
}

/** With a point an ordinal, without one a plain number; XV-XVI. is a range. */
export const romanRules: readonly Rule[] = [
  [
    `(?<=[IVX]\\. (?:ve|veya|ya da) )(?<numeral>(?=[IVX])${WELL_FORMED})\\.(?=\\s*$)`,
    ({ numeral }) => `${ordinal(figures(numeral))}.`,
  ],
  [
    `${ALONE}(?<numeral>(?=[IVX])${WELL_FORMED})\\.? ?[-–—] ?(?=[IVX]+\\.)`,
    ({ numeral }) => `${ordinal(figures(numeral))} ile `,
  ],
  [
    `${ALONE}(?:${OF_SMALL_LETTERS}|${LONG}|${SINGLE}|${FIRST_OF_CAPITALS})(?<numeral>${WELL_FORMED})\\.(?: ?(?=\\p{L})|(?='))${ENDING}`,
    ({ numeral, ending }) => apart(ordinal(figures(numeral)), ending),
  ],
  [
    `${ALONE}${NO_SIZE}(?:${OF_SMALL_LETTERS}|${LONG})(?<numeral>${WELL_FORMED})(?!\\p{L})${SUFFIX}`,
    ({ numeral }) => cardinal(figures(numeral)),
  ],
];
