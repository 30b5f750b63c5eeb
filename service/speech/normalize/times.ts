/** Times of day. */

import dates from "../language/dates.json" with { type: "json" };
import { afterZeros, cardinal } from "./numbers.ts";
import { capitalised, START, SUFFIX, type Groups, type Rule } from "./rule.ts";

/** Returns a time of day in words; hour, minute and second are in figures. */
export function speakTime({ hour, minute = "", second }: Groups): string {
  const isMidnight = Number(hour) === 0;
  const isWholeHour = minute === "00" && second === undefined;
  const parts = [isMidnight ? "sıfır sıfır" : cardinal(String(Number(hour)))];
  if (!isWholeHour || isMidnight) parts.push(minute === "00" ? "sıfır sıfır" : afterZeros(minute));
  if (second !== undefined) parts.push(afterZeros(second));
  return parts.join(" ");
}

const HOUR = String.raw`(?<hour>[01]?\d|2[0-4])`;
const MINUTE = String.raw`(?<minute>[0-5]\d)`;

/** Cases that times take and decimals with a point do not. */
const ENDING_OF_TIME = String.raw`(?='(?:[dt][ae](?:n|ki\p{Ll}*)?|[yn]?[ae]|y?[ıiuü])(?!\p{L}))`;
const WORD_OF_TIME =
  "(?= (?:sular|civar|sıralar|itibar|saatler|arası|vapur|uçağ|tren|otobüs|seans|haber))";
/** The first of two, where the second shows that both are times. */
const ANOTHER_TIME = String.raw`(?= (?:ila |ile |ve )?\d?\d\.[0-5]\d (?:saat|ara))`;

const DAY_NAMES = [...dates.weekdays, "sabah", "akşam", "öğlen", "gece"].flatMap(withCapital);
const MONTH_NAMES = dates.months.flatMap(withCapital);
/** A day before a time as timetables have it: "Cuma 13.00", "30 Kasım 20.30". */
const DAY_BEFORE = `(?<=(?<!\\p{L})(?:(?:${DAY_NAMES.join("|")})|\\d (?:${MONTH_NAMES.join("|")})(?: \\d{4})?)(?: ?,)? )`;

function withCapital(word: string): string[] {
  return [word, capitalised(word)];
}

/** 14:30, 14:30:15 and, where an ending, "saat" or a word after it tells that it is a time, 14.30. */
export const timeRules: readonly Rule[] = [
  [
    `${START}${HOUR}:${MINUTE}(?::(?<second>[0-5]\\d)(?:Z(?!\\p{L}))?)?(?![\\d:]|\\.\\d{3})${SUFFIX}`,
    speakTime,
  ],
  [
    `${START}${HOUR}\\.${MINUTE}(?:${ENDING_OF_TIME}|${WORD_OF_TIME}|${ANOTHER_TIME})${SUFFIX}`,
    speakTime,
  ],
  [
    `${DAY_BEFORE}${HOUR}\\.(?<minute>[0-5][05])(?!\\.?\\d)(?! ?(?:bin|milyon|milyar|lira|dolar|avro|euro|TL|₺|\\$|€|%))${SUFFIX}`,
    speakTime,
  ],
  [
    `(?<=[Ss]aat(?:i|ler|leri)?:? (?:\\d[\\d.]{0,4}(?: ila| ile| ve)? )?)${HOUR}\\.${MINUTE}(?!\\.?\\d)(?! ?(?:bin|milyon|lira|TL|₺|%))${SUFFIX}`,
    speakTime,
  ],
];
