/** Ages that a description gives in years: 70 yaşında, otuzlu yaşlarda, in her twenties, 40 year old. */

import type { Age } from "../../engine/model/model.ts";
import type { DescriptionWord } from "./description-words.ts";

const UNITS: Readonly<Record<string, number>> = {
  bir: 1,
  iki: 2,
  uc: 3,
  dort: 4,
  bes: 5,
  alti: 6,
  yedi: 7,
  sekiz: 8,
  dokuz: 9,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const TENS: Readonly<Record<string, number>> = {
  on: 10,
  yirmi: 20,
  otuz: 30,
  kirk: 40,
  elli: 50,
  altmis: 60,
  yetmis: 70,
  seksen: 80,
  doksan: 90,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
/** yirmili, yirmilerinde; twenties */
const TENS_WITH_ENDING = Object.entries(TENS).flatMap(([word, years]) =>
  word.endsWith("y")
    ? [{ pattern: new RegExp(`^${word.slice(0, -1)}ies$`), years, isWhole: true }]
    : [
        { pattern: new RegExp(`^${word}l[iu]$`), years, isWhole: false },
        { pattern: new RegExp(`^${word}l[ae]r[iu]?nd?[ae]`), years, isWhole: true },
      ],
);
const ENDING_OF_NUMBER = /^l[iu]$/;
const YEARS = /^(?:yas(?!li)|years?$|yo$|yearold$)/;
const AFTER_YEARS = /^old$/;
const YOUNG_FROM = 13;
const MIDDLE_AGED_FROM = 38;
const OLD_FROM = 60;
const MOST_YEARS = 130;

/** Reads an age in years that begins at a word; undefined when none does. */
export function ageInYearsAt(
  words: readonly DescriptionWord[],
  at: number,
): { readonly age: Age; readonly length: number } | undefined {
  const folded = words.slice(at).map((word) => word.folded);
  const number = numberAtStart(folded);
  if (number === undefined || number.years > MOST_YEARS) return undefined;
  const age = ageOf(number.years);
  let { length } = number;
  if (ENDING_OF_NUMBER.test(folded[length] ?? "")) length += 1;
  if (!YEARS.test(folded[length] ?? "")) {
    return number.isWhole ? { age, length: number.length } : undefined;
  }
  length += 1;
  return { age, length: AFTER_YEARS.test(folded[length] ?? "") ? length + 1 : length };
}

interface NumberRead {
  readonly years: number;
  readonly length: number;
  /** Whether the number tells an age by itself: twenties. */
  readonly isWhole: boolean;
}

function numberAtStart([first = "", second = ""]: readonly string[]): NumberRead | undefined {
  if (/^\d+$/.test(first)) return { years: Number(first), length: 1, isWhole: false };
  const inflected = TENS_WITH_ENDING.find(({ pattern }) => pattern.test(first));
  if (inflected !== undefined) return { ...inflected, length: 1 };
  const tens = TENS[first];
  const units = UNITS[tens === undefined ? first : second];
  if (tens !== undefined && units !== undefined && units < 10) {
    return { years: tens + units, length: 2, isWhole: false };
  }
  const years = tens ?? units;
  return years === undefined ? undefined : { years, length: 1, isWhole: false };
}

function ageOf(years: number): Age {
  if (years >= OLD_FROM) return "old";
  if (years >= MIDDLE_AGED_FROM) return "middle-aged";
  return years >= YOUNG_FROM ? "young" : "child";
}
