/** Roman numerals: II. Abdülhamid, XX. yüzyıl, XIV. Louis, Bölüm IV. */

import { cardinal, ordinal } from "./numbers.ts";
import { ORDINAL_NOUN } from "./ordinal-nouns.ts";
import { SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

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

/** Of these letters alone: DI, MI and CI are endings in capitals, CD and MD something else. */
const OF_SMALL_LETTERS = "(?=[IVXL]{2,}(?!\\p{L}))";
const LONG = "(?=[IVXLCDM]{4,}(?!\\p{L}))";
/** One letter is an initial, "V. Hugo", unless a ruler, a century or a lower-case word follows. */
const SINGLE = `(?=[IVX]\\. ?(?:${ORDINAL_NOUN}|\\p{Ll}))`;

/** Returns the value of a well-formed Roman numeral. */
function romanValue(numeral: string): number {
  const values = Array.from(numeral).map((letter) => VALUES[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}

function speakCardinal({ numeral = "", suffix }: Groups): string {
  return withSuffix(cardinal(String(romanValue(numeral))), suffix);
}

function speakOrdinal({ numeral = "", suffix }: Groups): string {
  const spoken = withSuffix(ordinal(String(romanValue(numeral))), suffix);
  return suffix === undefined ? `${spoken} ` : spoken;
}

const NUMERAL = `(?<![\\p{L}\\d'])(?:${OF_SMALL_LETTERS}|${LONG}|${SINGLE})(?<numeral>${WELL_FORMED})`;
const BARE = `(?<![\\p{L}\\d'])(?:${OF_SMALL_LETTERS}|${LONG})(?<numeral>${WELL_FORMED})(?!\\p{L})`;

/** With a point an ordinal, with none a plain number; XV-XVI. is a range. */
export const romanRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d'])(?<numeral>(?=[IVX])${WELL_FORMED})\\.? ?[-–—] ?(?=[IVX]+\\.)`,
      "gu",
    ),
    speak: ({ numeral = "" }) => `${cardinal(String(romanValue(numeral)))} ila `,
  },
  {
    pattern: new RegExp(`${NUMERAL}\\.(?: ?(?=\\p{L})|(?='))${SUFFIX}`, "gu"),
    speak: speakOrdinal,
  },
  { pattern: new RegExp(`${BARE}${SUFFIX}`, "gu"), speak: speakCardinal },
];
