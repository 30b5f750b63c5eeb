/** Dates in figures; a month in letters needs no rule of its own unless it is written short. */

import dates from "../language/dates.json" with { type: "json" };
import { cardinal } from "./numbers.ts";
import { capitalised, ENDING, START, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const SHORT_MONTHS: Readonly<Record<string, string>> = dates.shortMonths;
const SMALL_MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SHORT_MONTHS).map(([short, name]) => [short.toLocaleLowerCase("tr"), name]),
);
const CAPITAL_MONTHS = dates.months.map(capitalised).join("|");
const ROMAN_MONTHS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

const DAY = String.raw`(?<day>0?[1-9]|[12]\d|3[01])`;
const TWO_DIGIT_DAY = String.raw`(?<day>0[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?<month>0?[1-9]|1[0-2])`;
const TWO_DIGIT_MONTH = String.raw`(?<month>0[1-9]|1[0-2])`;
const YEAR = String.raw`(?<year>\d{4})`;
const NO_VERSION = "(?<!(?:sürüm|versiyon|v) ?)";
const FIRST_YEAR_OF_LAST_CENTURY = 50;

/** Returns the name of a month, 1 to 12. */
export function monthName(month: number): string {
  return dates.months[month - 1] ?? "";
}

function speakDate({ day, month = "", year = "" }: Groups): string {
  if (year === "") return `${cardinal(String(Number(day)))} ${dates.months[Number(month) - 1]}`;
  const name = dates.months[Number(month) - 1] ?? dates.months[ROMAN_MONTHS.indexOf(month)] ?? "";
  return `${cardinal(String(Number(day)))} ${name} ${cardinal(fullYear(year))}`;
}

/** "26" is 2026 and "98" is 1998. */
export function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return `${Number(year) < FIRST_YEAR_OF_LAST_CENTURY ? "20" : "19"}${year}`;
}

/** 21.11.2026, 21/11/2026, 21-11-2026, 21.11.26, 2026-11-21, 21.XI.2026, 21 Kas. 2026. */
export const dateRules: readonly Rule[] = [
  [`${START}${DAY}\\.(?=(?:${CAPITAL_MONTHS})(?!\\p{L}))`, ({ day = "" }) => `${day} `],
  [`${START}${DAY}(?<gap> ?[./-] ?)${MONTH}\\k<gap>${YEAR}(?!\\d)${SUFFIX}`, speakDate],
  [
    new RegExp(
      `${START}${NO_VERSION}${TWO_DIGIT_DAY}(?<gap>[./])${TWO_DIGIT_MONTH}\\k<gap>(?<year>\\d{2})(?![\\d./])${SUFFIX}`,
      "giu",
    ),
    speakDate,
  ],
  [
    `${START}${YEAR}[-/.]${TWO_DIGIT_MONTH}[-/.]${TWO_DIGIT_DAY}(?:T(?=\\d)|(?!\\d))${ENDING}`,
    (groups) => `${withSuffix(speakDate(groups), groups["ending"])} `,
  ],
  [`${START}${DAY}[./-](?<month>${ROMAN_MONTHS.join("|")})[./-]${YEAR}(?!\\d)${SUFFIX}`, speakDate],
  [
    `${START}${DAY} (?<short>${Object.keys(SHORT_MONTHS).join("|")})(?:\\.(?: ?(?=[\\d'])|(?= \\p{Ll}))|(?= \\d{4}|\\s*(?:$|[,;)])))`,
    ({ day = "", short = "" }) => `${day} ${SHORT_MONTHS[short] ?? short} `,
  ],
  [
    `${START}${DAY} (?<short>${Object.keys(SMALL_MONTHS).join("|")})(?:\\. ?| )(?=\\d{4}(?!\\d))`,
    ({ day = "", short = "" }) => `${day} ${SMALL_MONTHS[short] ?? short} `,
  ],
  // Only years of the last century, as 12.9.26 may be a version.
  [
    new RegExp(
      `${START}${NO_VERSION}${DAY}(?<gap>[./])${MONTH}\\k<gap>(?<year>[5-9]\\d)(?![\\d./])${SUFFIX}`,
      "giu",
    ),
    speakDate,
  ],
  [
    `${START}${DAY}[./]${MONTH}(?= (?:tarih|günü(?!\\p{L})|gecesi|sabahı|akşamı)|'(?:[dt][ae]n?|[yn]?[ae])(?: (?:kadar|itibaren))(?!\\p{L}))${SUFFIX}`,
    speakDate,
  ],
];
