/** Numbers as Turkish says them. */

import numbers from "../language/numbers.json" with { type: "json" };
import type { Groups } from "./rule.ts";

const { ones, tens, thousands } = numbers;
const MAX_DIGITS = 3 * thousands.length;

const ORDINALS: Readonly<Record<string, string>> = numbers.ordinals;

/** Returns a whole number in words, digit by digit where it has leading zeros or is too long to have a name. */
export function cardinal(digits: string): string {
  if (digits === "0") return "sıfır";
  if (digits.startsWith("0") || digits.length > MAX_DIGITS) return digitByDigit(digits);
  const groups: string[] = [];
  for (let end = digits.length, size = 0; end > 0; end -= 3, size += 1) {
    const group = Number(digits.slice(Math.max(0, end - 3), end));
    if (group > 0) groups.unshift(groupWords(group, size));
  }
  return groups.join(" ");
}

/** Returns the ordinal of a whole number in words: "21" gives "yirmi birinci". */
export function ordinal(digits: string): string {
  const words = cardinal(digits).split(" ");
  const last = words.pop() ?? "";
  return [...words, ORDINALS[last] ?? last].join(" ");
}

/** Returns each digit's name in turn. */
export function digitByDigit(digits: string): string {
  return Array.from(digits)
    .map((digit) => ones[Number(digit)] || "sıfır")
    .join(" ");
}

/** Returns a number with leading zeros named and the rest as one number: "05" gives "sıfır beş". */
export function afterZeros(digits: string): string {
  const zeros = /^0*/.exec(digits)?.[0] ?? "";
  const rest = digits.slice(zeros.length);
  return [digitByDigit(zeros), rest && cardinal(rest)].filter(Boolean).join(" ");
}

/** Returns a decimal fraction in words; `separator` is the word for the point. */
export function decimal(whole: string, fraction: string, separator: string): string {
  const spoken =
    fraction.replace(/^0*/, "").length > 3 ? digitByDigit(fraction) : afterZeros(fraction);
  return `${cardinal(whole)} ${separator} ${spoken}`;
}

/** Returns a number with thousands dots and a decimal comma in words, from the groups of the pattern `AMOUNT`. */
export function speakAmount({ whole = "", fraction }: Groups): string {
  const digits = whole.replaceAll(".", "");
  return fraction === undefined ? cardinal(digits) : decimal(digits, fraction, "virgül");
}

function groupWords(group: number, size: number): string {
  if (group === 1 && size === 1) return "bin";
  const hundreds = Math.floor(group / 100);
  const words = [
    hundreds > 1 ? ones[hundreds] : "",
    hundreds > 0 ? "yüz" : "",
    tens[Math.floor(group / 10) % 10],
    ones[group % 10],
    thousands[size],
  ];
  return words.filter(Boolean).join(" ");
}
