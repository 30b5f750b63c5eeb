/** Numbers as Turkish says them. */

import numbers from "../language/numbers.json" with { type: "json" };

const ONES: readonly string[] = numbers.ones;
const TENS: readonly string[] = numbers.tens;
const THOUSANDS: readonly string[] = numbers.thousands;
const MOST_DIGITS = 3 * THOUSANDS.length;

/** The last word of a number with its ordinal ending. */
const ORDINALS: Readonly<Record<string, string>> = numbers.ordinals;

/**
 * Returns a whole number in words. `digits` is a string of 0 to 9; a number with leading zeros or too long to have a
 * name is read digit by digit.
 */
export function cardinal(digits: string): string {
  if (/^0+$/.test(digits) && digits.length === 1) return "sıfır";
  if (digits.startsWith("0") || digits.length > MOST_DIGITS) return digitByDigit(digits);
  const groups: string[] = [];
  for (let end = digits.length, thousands = 0; end > 0; end -= 3, thousands += 1) {
    const group = Number(digits.slice(Math.max(0, end - 3), end));
    if (group > 0) groups.unshift(groupWords(group, thousands));
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
    .map((digit) => ONES[Number(digit)] || "sıfır")
    .join(" ");
}

/** Returns a number with leading zeros named and the rest as one number: "05" gives "sıfır beş". */
export function afterZeros(digits: string): string {
  const zeros = /^0*/.exec(digits)?.[0] ?? "";
  const rest = digits.slice(zeros.length);
  return [digitByDigit(zeros), rest === "" ? "" : cardinal(rest)].filter(Boolean).join(" ");
}

/** Returns a decimal fraction in words; `separator` is how the point is called. */
export function decimal(whole: string, fraction: string, separator: string): string {
  const spoken =
    fraction.replace(/^0*/, "").length > 3 ? digitByDigit(fraction) : afterZeros(fraction);
  return `${cardinal(whole)} ${separator} ${spoken}`;
}

function groupWords(group: number, thousands: number): string {
  if (group === 1 && thousands === 1) return "bin";
  const hundreds = Math.floor(group / 100);
  const words = [
    hundreds > 1 ? ONES[hundreds] : "",
    hundreds > 0 ? "yüz" : "",
    TENS[Math.floor(group / 10) % 10],
    ONES[group % 10],
    THOUSANDS[thousands],
  ];
  return words.filter(Boolean).join(" ");
}
