/** Two numbers with a dash: from one to the other, two years, or the score of a match. */

import dates from "../language/dates.json" with { type: "json" };
import { ordinal, cardinal } from "./numbers.ts";
import { END, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const ALONE = String.raw`(?<![\p{L}\d]|\d[.,:/-]|\p{L}-)`;
const DASH = String.raw` ?[-–—] ?`;
const NUMBER = String.raw`\d+(?:[.,:/]\d+)*`;
const MONTH_NAMES = dates.months
  .map((month) => month.charAt(0).toLocaleUpperCase("tr") + month.slice(1))
  .join("|");

/** "10-15 yaş arası" already says that it goes from one to the other. */
const BETWEEN = String.raw`(?=(?:[^\d.?!,]{0,24})\sara(?:sı|lığı))`;

/** Said of a match within the next words; without it only a falling pair is taken for a score. */
const MATCH_AFTER = String.raw`(?=(?:'\p{Ll}+)?(?: \p{L}+){0,2} (?:yen|kazan|mağlup|galip|berabere|sonuçlan|tamamla|bitt|bitir|öne geç|geri|üstün|skor))`;

function speakScore({ left = "", right = "", suffix }: Groups): string {
  return withSuffix(`${cardinal(left)} ${cardinal(right)}`, suffix);
}

/** Runs before any other number is read, as the dash needs digits on both sides. */
export const rangeRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${ALONE}(?<from>\\d{1,4})\\.${DASH}(?<to>\\d{1,4})\\.(?= \\p{L})`, "gu"),
    speak: ({ from = "", to = "" }) => `${ordinal(from)} ila ${ordinal(to)}`,
  },
  {
    pattern: new RegExp(
      `${ALONE}(?<left>\\d{1,3})${DASH}(?<right>\\d{1,3})(?![\\d-]|[.,]\\d)${MATCH_AFTER}${SUFFIX}`,
      "gu",
    ),
    speak: speakScore,
  },
  {
    pattern: new RegExp(`${ALONE}(?<from>\\d+)${DASH}(?<to>\\d+)(?= ?=)`, "gu"),
    speak: ({ from = "", to = "" }) => `${from} eksi ${to}`,
  },
  {
    pattern: new RegExp(
      `${ALONE}(?<from>[12]\\d{3})${DASH}(?<to>[12]\\d{3}|\\d{2})(?![\\d-]|[.,/:]\\d)`,
      "gu",
    ),
    speak: ({ from = "", to = "" }) => `${from} ${to}`,
  },
  {
    pattern: new RegExp(
      `${ALONE}(?<sign>[₺$€£])(?<from>${NUMBER})${DASH}\\k<sign>?(?<to>${NUMBER})`,
      "gu",
    ),
    speak: ({ sign = "", from = "", to = "" }) => `${from} ila ${to}${sign}`,
  },
  {
    pattern: new RegExp(`${ALONE}(?<from>${NUMBER})${DASH}(?<to>${NUMBER})(?!-)${BETWEEN}`, "gu"),
    speak: ({ from = "", to = "" }) => `${from} ${to}`,
  },
  {
    pattern: new RegExp(
      `${ALONE}(?<left>\\d{1,3})-(?<right>\\d{1,3})(?![\\d-]|[.,:/]\\d)${END}${SUFFIX}`,
      "gu",
    ),
    speak: (groups) =>
      Number(groups["left"]) >= Number(groups["right"]) || groups["left"] === "0"
        ? speakScore(groups)
        : `${groups["left"]} ila ${groups["right"]}${groups["suffix"] ? `'${groups["suffix"]}` : ""}`,
  },
  {
    pattern: new RegExp(`${ALONE}(?<from>${NUMBER}%?)${DASH}(?<to>%?\\d)(?!\\d*-)`, "gu"),
    speak: ({ from = "", to = "" }) => `${from} ila ${to}`,
  },
  {
    pattern: new RegExp(
      `(?<from>(?<!\\d)(?:\\d{1,2} )?(?:${MONTH_NAMES})(?: \\d{4})?)${DASH}(?=(?:\\d{1,2} )?(?:${MONTH_NAMES})(?!\\p{L}))`,
      "gu",
    ),
    speak: ({ from = "" }) => `${from} ila `,
  },
];
