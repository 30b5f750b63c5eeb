/** Dates and times of day. */

import { afterZeros, cardinal } from "./numbers.ts";
import { START, SUFFIX, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const MONTHS = [
  "ocak",
  "şubat",
  "mart",
  "nisan",
  "mayıs",
  "haziran",
  "temmuz",
  "ağustos",
  "eylül",
  "ekim",
  "kasım",
  "aralık",
];

const DAY = String.raw`(?<day>0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?<month>0?[1-9]|1[0-2])`;
const YEAR = String.raw`(?<year>\d{4})`;

function speakDate({
  day = "",
  month = "",
  year = "",
  suffix,
}: Readonly<Record<string, string | undefined>>): string {
  const spoken = `${cardinal(String(Number(day)))} ${MONTHS[Number(month) - 1]} ${cardinal(year)}`;
  return withSuffix(spoken, suffix);
}

function speakTime({
  hour = "",
  minute = "",
  second,
  suffix,
}: Readonly<Record<string, string | undefined>>): string {
  const wholeHour = minute === "00" && second === undefined;
  const hours = Number(hour) === 0 ? "sıfır sıfır" : cardinal(String(Number(hour)));
  const parts = wholeHour
    ? [Number(hour) === 0 ? "sıfır sıfır sıfır sıfır" : hours]
    : [hours, afterZeros(minute)];
  if (second !== undefined) parts.push(afterZeros(second));
  return withSuffix(parts.join(" "), suffix);
}

const HOUR = String.raw`(?<hour>[01]?\d|2[0-3])`;
const MINUTE = String.raw`(?<minute>[0-5]\d)`;

/** 21.11.2026, 21/11/2026, 2026-11-21, 14:30, 14:30:15 and, after "saat" or before an ending of time, 14.30. */
export const dateRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${START}${DAY}[./-]${MONTH}[./-]${YEAR}(?![\\d])${SUFFIX}`, "gu"),
    speak: speakDate,
  },
  {
    pattern: new RegExp(`${START}${YEAR}-${MONTH}-${DAY}(?![\\d])${SUFFIX}`, "gu"),
    speak: speakDate,
  },
  {
    pattern: new RegExp(
      `${START}${HOUR}:${MINUTE}(?::(?<second>[0-5]\\d))?(?![\\d:])${SUFFIX}`,
      "gu",
    ),
    speak: speakTime,
  },
  {
    pattern: new RegExp(
      `${START}${HOUR}\\.${MINUTE}(?=['’](?:[dt][ae]n?|[yn]?[ae])\\b)${SUFFIX}`,
      "gu",
    ),
    speak: speakTime,
  },
  {
    pattern: new RegExp(`(?<=[Ss]aat )${HOUR}\\.${MINUTE}(?![\\d])${SUFFIX}`, "gu"),
    speak: speakTime,
  },
];
