/** Days of the week that are written short: Pzt-Cum, Cts. ve Paz., Sal 14:00. */

import dates from "../language/dates.json" with { type: "json" };
import { type Groups, type Rule } from "./rule.ts";

const DAYS: Readonly<Record<string, string>> = dates.shortWeekdays;
const DAY = Object.keys(DAYS).join("|");
/** These are nothing else. */
const CERTAIN = Object.keys(DAYS)
  .filter((short) => !dates.shortWeekdaysLikeWords.includes(short))
  .join("|");
const BEFORE = String.raw`(?<!\p{L})`;
const AFTER = String.raw`(?!\p{L})`;

function speakDay({ day = "" }: Groups): string {
  return `${DAYS[day]} `;
}

/** "Per", "Paz" and others are words too: days in a range, beside another day, and before a time. */
export const weekdayRules: readonly Rule[] = [
  [
    `${BEFORE}(?<from>${DAY})\\.? ?[-–—] ?(?<to>${DAY})(?:\\.(?= ?[\\p{Ll}\\d]))?${AFTER}`,
    ({ from = "", to = "" }) => `${DAYS[from]} ile ${DAYS[to]}`,
  ],
  [`${BEFORE}(?<day>${CERTAIN})(?:\\.(?= ?[\\p{Ll}\\d])|${AFTER}) ?`, speakDay],
  [
    `${BEFORE}(?<day>${DAY})\\.?(?= (?:ve|veya|ya da) (?:${DAY})${AFTER}| (?:saat )?\\d{1,2}[.:]\\d\\d) ?`,
    speakDay,
  ],
  [
    `(?<=(?:${dates.weekdays.join("|")}) +(?:ve|veya|ya da) )(?<day>${DAY})(?:\\.(?= ?[\\p{Ll}\\d]))?${AFTER} ?`,
    speakDay,
  ],
];
