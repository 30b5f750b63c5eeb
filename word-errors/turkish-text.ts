import { withoutCircumflexes } from "#turkish/alphabet.ts";
import words from "./number-words.json" with { type: "json" };

const GROUP_DIGITS = 3;
const MAX_NUMBER_DIGITS = GROUP_DIGITS * words.groups.length;

/**
 * Normalises a Turkish text so that texts that are read alike are equal: Turkish lower case, numbers in words, circumflexes
 * folded, apostrophes removed (15'te is on beşte), everything that is not a letter a space.
 */
export function normalizeTurkish(text: string): string {
  return withoutCircumflexes(text.normalize("NFC").toLocaleLowerCase("tr"))
    .replace(/%\s*(?=\d)/g, "yüzde ")
    .replace(/(?<=\d)\.(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d),(?=\d)/g, " virgül ")
    .replace(/\d+(?=[’'ʼ`]\p{L})/gu, (digits) => ` ${numberWords(digits)}`)
    .replace(/\d+/g, (digits) => ` ${numberWords(digits)} `)
    .replace(/[’'ʼ`]/g, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

/** Returns a number in Turkish words, 1905 as `bin dokuz yüz beş`; digit by digit with a leading zero or if it is too long. */
export function numberWords(digits: string): string {
  if ((digits.startsWith("0") && digits.length > 1) || digits.length > MAX_NUMBER_DIGITS) {
    return Array.from(digits)
      .map((digit) => words.digits[Number(digit)] || "sıfır")
      .join(" ");
  }
  if (digits === "0") return "sıfır";
  const groups: string[] = [];
  for (let end = digits.length, group = 0; end > 0; end -= GROUP_DIGITS, group += 1) {
    const value = Number(digits.slice(Math.max(0, end - GROUP_DIGITS), end));
    if (value === 0) continue;
    // A thousand is `bin`, never `bir bin`.
    const count = group === 1 && value === 1 ? "" : hundredsWords(value);
    groups.unshift(`${count} ${words.groups[group] ?? ""}`.trim());
  }
  return groups.join(" ");
}

function hundredsWords(value: number): string {
  const hundreds = Math.floor(value / 100);
  const parts = [
    hundreds > 1 ? words.digits[hundreds] : "",
    hundreds > 0 ? "yüz" : "",
    words.tens[Math.floor(value / 10) % 10],
    words.digits[value % 10],
  ];
  return parts.filter((word) => word !== "" && word !== undefined).join(" ");
}
