import dates from "../language/dates.json" with { type: "json" };
import numbers from "../language/numbers.json" with { type: "json" };
import { spellingOf, type Spelling } from "./spelling.ts";

/** Months that are ordinary words too: "ocak" is a hearth, "ekim" a sowing. */
const MONTHS_LIKE_WORDS = new Set(dates.monthsLikeWords);
const UNITS = new Set(numbers.ones.slice(1));
/** The tens that a day of a month can have. */
const TENS = new Set(numbers.tens.slice(1, 4));
const LARGER = new Set([...numbers.tens.slice(4), "yüz", "bin", "virgül"]);
const AFTER_DATE = /^(?:bin|iki|günü|tarih|gecesi|akşamı|sabahı|saat)/;

/** Finds the months and weekdays of particular dates; only these have capitals: "on dokuz Mayıs Salı". */
export function dateSpellings(words: readonly string[]): ReadonlyMap<number, Spelling> {
  const spellings = new Map<number, Spelling>();
  for (const [at, word] of words.entries()) {
    const month = nameIn(dates.months, word);
    const days = month === undefined ? 0 : dayNumberLength(words, at);
    if (month === undefined || days === 0) continue;
    // A number of two words is a day: nobody counts more than ten hearths.
    const isCounted = MONTHS_LIKE_WORDS.has(month) && days === 1;
    if (isCounted && !isSurelyDate(month, word, words[at + 1])) continue;
    spellings.set(at, spellingOf(month, word) ?? {});
    addWeekday(spellings, words, at - days - 1);
    addWeekday(spellings, words, weekdayAfter(words, at));
  }
  return spellings;
}

/** Returns how many words before a month are the number of its day; 0 where there is none. */
function dayNumberLength(words: readonly string[], monthAt: number): number {
  const [before, last] = [words[monthAt - 2] ?? "", words[monthAt - 1] ?? ""];
  if (TENS.has(last)) return LARGER.has(before) ? 0 : 1;
  if (!UNITS.has(last) || LARGER.has(before)) return 0;
  return TENS.has(before) ? 2 : 1;
}

function isSurelyDate(month: string, word: string, after: string | undefined): boolean {
  if (after === undefined) return true;
  return word !== month || AFTER_DATE.test(after) || nameIn(dates.weekdays, after) !== undefined;
}

/** Returns the index of the word after a month and its year, if it has one. */
function weekdayAfter(words: readonly string[], monthAt: number): number {
  const isNumber = (word: string) => UNITS.has(word) || TENS.has(word) || LARGER.has(word);
  let at = monthAt + 1;
  while (isNumber(words[at] ?? "")) at += 1;
  return at;
}

function addWeekday(spellings: Map<number, Spelling>, words: readonly string[], at: number): void {
  const word = words[at] ?? "";
  const day = nameIn(dates.weekdays, word);
  if (day !== undefined) spellings.set(at, spellingOf(day, word) ?? {});
}

function nameIn(names: readonly string[], word: string): string | undefined {
  return names.find((name) => spellingOf(name, word) !== undefined);
}
