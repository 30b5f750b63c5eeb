/** Ages that a description gives in years: 70 yaşında, otuzlu yaşlarda, in her twenties, 40 year old. */

import type { Age } from "../../engine/model/model.ts";
import turkish from "../language/numbers.json" with { type: "json" };
import english from "../language/voice/english-numbers.json" with { type: "json" };
import { fold, type DescriptionWord } from "./description-words.ts";

const UNITS = valuesOf([turkish.ones, english.ones], 1);
const TENS = valuesOf([turkish.tens, english.tens], 10);
/** Tens with an ending: yirmili, yirmilerinde; twenties. */
const TENS_WITH_ENDING = [...TENS].flatMap(([word, years]) =>
  word.endsWith("y")
    ? [{ pattern: new RegExp(`^${word.slice(0, -1)}ies$`), years, isWhole: true }]
    : [
        { pattern: new RegExp(`^${word}l[iu]$`), years, isWhole: false },
        { pattern: new RegExp(`^${word}l[ae]r[iu]?nd?[ae]`), years, isWhole: true },
      ],
);
const YEARS = /^(?:yas(?!li)|years?$|yo$|yearold$)/;
const YOUNG_FROM = 13;
const MIDDLE_AGED_FROM = 38;
const OLD_FROM = 60;
const MAX_YEARS = 130;

/** Reads an age in years that begins at a word; undefined when none does. */
export function ageInYearsAt(
  words: readonly DescriptionWord[],
  at: number,
): { readonly age: Age; readonly length: number } | undefined {
  const folded = words.slice(at).map((word) => word.folded);
  const number = numberAtStart(folded);
  if (number === undefined || number.years > MAX_YEARS) return undefined;
  const age = ageOf(number.years);
  let { length } = number;
  if (/^l[iu]$/.test(folded[length] ?? "")) length += 1;
  if (!YEARS.test(folded[length] ?? "")) {
    return number.isWhole ? { age, length: number.length } : undefined;
  }
  return { age, length: folded[length + 1] === "old" ? length + 2 : length + 1 };
}

/** Reads a number of years and how many words it has; `isWhole` if it is an age by itself: twenties. */
function numberAtStart([first = "", second = ""]: readonly string[]) {
  if (/^\d+$/.test(first)) return { years: Number(first), length: 1, isWhole: false };
  const inflected = TENS_WITH_ENDING.find(({ pattern }) => pattern.test(first));
  if (inflected !== undefined) return { ...inflected, length: 1 };
  const tens = TENS.get(first);
  const units = UNITS.get(tens === undefined ? first : second);
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

/** Returns the value of each folded number name: its index in its list, times `factor`. */
function valuesOf(lists: readonly (readonly string[])[], factor: number): Map<string, number> {
  const named = lists.flatMap((names) =>
    names.map((name, at) => [fold(name), at * factor] as const),
  );
  return new Map(named.filter(([name]) => name !== ""));
}
