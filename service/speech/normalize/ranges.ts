/** Two numbers with a dash: from one to the other, two years, or the score of a match. */

import dates from "../language/dates.json" with { type: "json" };
import { ordinal, cardinal } from "./numbers.ts";
import { capitalised, END, ENDING, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const ALONE = String.raw`(?<![\p{L}\d]|\d[.,:/-]|\p{L}-)`;
const DASH = String.raw` ?[-–—] ?`;
const NUMBER = String.raw`\d+(?:[.,:/]\d+)*`;
/** A time as timetables have it; a minute that five does not divide may be a decimal. */
const POINTED_TIME = String.raw`(?:[01]?\d|2[0-4])\.[0-5][05]`;
const MONTH_NAMES = dates.months.map(capitalised).join("|");

/** "10-15 yaş arası" already says that it is a range; times, years and large numbers still need "ile" between. */
const BETWEEN = String.raw`(?=(?:[^\d.?!,]{0,24})\sara(?:sı|lığı))`;
/** Words about a match that follow soon; without them, only a pair that does not rise, or begins with 0, is a score. */
const MATCH_AFTER = String.raw`(?=(?:'\p{Ll}+)?(?: \p{L}+){0,2} (?:yen|kazan|mağlup|galip|berabere|sonuçlan|tamamla|bitt|bitir|öne geç|geri|üstün|skor))`;

function speakBetween({ from = "", to = "" }: Groups): string {
  return [from, to].every((number) => /^\d{1,2}$/u.test(number))
    ? `${from} ${to}`
    : `${from} ile ${to}`;
}

/** "5-6 gün" is an estimate, spoken as "beş altı gün". */
function speakAbout({ from = "", to = "", dash = "" }: Groups): string {
  return Number(from) < Number(to) ? `${from} ${to}` : `${from}${dash}${to}`;
}

function speakScore({ from = "", to = "" }: Groups): string {
  return `${cardinal(from)} ${cardinal(to)}`;
}

function speakScoreOrRange(groups: Groups): string {
  const { from, to, ending } = groups;
  const isScore = Number(from) >= Number(to) || from === "0";
  if (isScore) return withSuffix(speakScore(groups), ending);
  return `${from} ile ${to}${ending === undefined ? "" : `'${ending}`}`;
}

/** Runs before any other number is read, as the dash needs digits on both sides. */
export const rangeRules: readonly Rule[] = [
  [
    `${ALONE}(?<from>\\d{1,4})\\.${DASH}(?<to>\\d{1,4})\\.(?= \\p{L})`,
    ({ from = "", to = "" }) => `${ordinal(from)} ile ${ordinal(to)}`,
  ],
  [
    `${ALONE}(?<from>\\d{1,3})${DASH}(?<to>\\d{1,3})(?![\\d-]|[.,]\\d)${MATCH_AFTER}${SUFFIX}`,
    speakScore,
  ],
  [`${ALONE}(?<from>\\d+)${DASH}(?<to>\\d+)(?= ?=)`, ({ from, to }) => `${from} eksi ${to}`],
  [
    `${ALONE}(?<from>\\d{1,4})${DASH}(?<to>\\d{1,4})\\.(?= ?\\p{Ll})`,
    ({ from = "", to = "" }) => `${ordinal(from)} ile ${ordinal(to)}`,
  ],
  [
    `(?<=[Ss]aat(?:ler|leri)?:? )(?<from>\\d{1,2})${DASH}(?<to>\\d{1,2})(?![\\d-]|[.,:]\\d)${BETWEEN}`,
    ({ from, to }) => `${from} ile ${to}`,
  ],
  [
    `${ALONE}(?<from>${POINTED_TIME})(?:${DASH}| ?/ ?)(?<to>${POINTED_TIME})(?![\\d%-]|[.,]\\d)(?! ?(?:[₺$€£]|bin|milyon|\\p{Lu}|[ckm]?m[²³]?${END}|[km]?[gl]${END}))`,
    ({ from = "", to = "" }) => `${from.replace(".", ":")} ile ${to.replace(".", ":")}`,
  ],
  [`${ALONE}(?<from>${NUMBER})${DASH}(?<to>${NUMBER})(?!-)${BETWEEN}`, speakBetween],
  [
    `${ALONE}(?<from>[12]\\d{3})${DASH}(?<to>[12]\\d{3}|\\d{2})(?![\\d-]|[.,/:]\\d)`,
    ({ from, to }) => `${from} ${to}`,
  ],
  [
    `${ALONE}(?<sign>[₺$€£])(?<from>${NUMBER})${DASH}\\k<sign>?(?<to>${NUMBER})`,
    ({ sign, from, to }) => `${from} ile ${to}${sign}`,
  ],
  [
    `${ALONE}(?<!%)(?<from>[1-9]\\d?)(?<dash>${DASH})(?<to>[1-9]\\d?)(?![\\d-]|[.,/:]\\d)(?= \\p{Ll}{2})`,
    speakAbout,
  ],
  [
    `${ALONE}(?<from>\\d{1,3})-(?<to>\\d{1,3})(?![\\d-]|[.,:/]\\d)${END}${ENDING}`,
    speakScoreOrRange,
  ],
  [
    `${ALONE}(?<from>${NUMBER}%?)${DASH}(?<to>%?\\d)(?!\\d*-)`,
    ({ from, to }) => `${from} ile ${to}`,
  ],
  [
    `(?<from>(?<!\\d)(?:\\d{1,2} )?(?:${MONTH_NAMES})(?: \\d{4})?)${DASH}(?=(?:\\d{1,2} )?(?:${MONTH_NAMES})(?!\\p{L}))`,
    ({ from }) => `${from} ile `,
  ],
];
