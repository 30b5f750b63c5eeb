import type { Language } from "./languages.ts";

/** Endings of "from" in Turkish by how a number's last word is spoken: beş'ten, altı'dan. */
const AFTER_DIGIT = ["dan", "den", "den", "ten", "ten", "ten", "dan", "den", "den", "dan"];
const AFTER_TENS = ["dan", "dan", "den", "dan", "tan", "den"];

/**
 * Returns a time as it stands with "since": as it is in English, `14.25'ten` in Turkish; `time` ends in a clock, `14.25`, or in
 * a zone's letters, `14.25 UTC`.
 */
export function sinceIn(language: Language, time: string): string {
  return language === "tr" ? `${time}'${turkishEnding(time)}` : time;
}

/** Whole hours end as the hour does, as they are spoken: 14.00'ten, on dörtten. The letters of UTC are spoken "u te ce". */
function turkishEnding(time: string): string {
  const [tens, digit] = /([1-9]\d|\d[1-9]|00\D00)(?:\D00)?$/.exec(time)?.[1] ?? "";
  if (digit === undefined) return "den";
  const ending =
    digit === "0" && tens !== "0" ? AFTER_TENS[Number(tens)] : AFTER_DIGIT[Number(digit)];
  return ending ?? "den";
}
