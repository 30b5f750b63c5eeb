import { type Language, LANGUAGES } from "../language/languages.ts";

/** How many decimals are written: always `least` of them, and `most` where they are not nought. */
interface Decimals {
  readonly least?: number;
  readonly most?: number;
}

/**
 * Writes a finite number as Intl.NumberFormat does, without it (dates.ts says why): `1,234.5`, in Turkish `1.234,5`.
 * Without decimals unless they are asked for.
 */
export function writeNumber(
  language: Language,
  value: number,
  { least = 0, most = least }: Decimals = {},
): string {
  const { group, decimal } = LANGUAGES[language];
  const [whole = "", fraction = ""] = Math.abs(value).toFixed(most).split(".");
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, "");
  const isNegative = value < 0 && /[1-9]/.test(whole + kept);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${isNegative ? "-" : ""}${grouped}${kept === "" ? "" : decimal + kept}`;
}

/** Writes percent, of a whole that is 100: `99.98%`, in Turkish `%99,98`. */
export function writePercent(language: Language, percent: number, decimals?: Decimals): string {
  const number = writeNumber(language, percent, decimals);
  return LANGUAGES[language].percent.replace("{number}", number);
}
