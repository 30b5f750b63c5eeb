import type { Language } from "./languages.ts";

/** Turkish suffixes of "from" by the spoken form of a number's last word: beş'ten, altı'dan. */
const AFTER_DIGIT = ["dan", "den", "den", "ten", "ten", "ten", "dan", "den", "den", "dan"];
const AFTER_TENS = ["dan", "dan", "den", "dan", "tan", "den"];

/**
 * Returns a time as it is written with "since": unchanged in English, `14.25'ten` in Turkish. `time` ends in a clock time,
 * `14.25`, or in the letters of a zone, `14.25 UTC`.
 */
export function sinceIn(language: Language, time: string): string {
  return language === "tr" ? `${time}'${turkishEnding(time)}` : time;
}

/**
 * Returns the suffix of a time as spoken. Whole hours take that of the hour: 14.00'ten, on dörtten. UTC is spoken "u te ce".
 */
function turkishEnding(time: string): string {
  const [tens, digit] = /([1-9]\d|\d[1-9]|00\D00)(?:\D00)?$/.exec(time)?.[1] ?? "";
  if (digit === undefined) return "den";
  const ending =
    digit === "0" && tens !== "0" ? AFTER_TENS[Number(tens)] : AFTER_DIGIT[Number(digit)];
  return ending ?? "den";
}
