import { type Language, LANGUAGES } from "../language/languages.ts";

/** The number of decimals: at least `min`, and up to `max` without trailing zeros. */
interface Decimals {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Formats a finite number like Intl.NumberFormat, but without it (dates.ts says why): `1,234.5`, in Turkish `1.234,5`. Without
 * decimals by default.
 */
export function writeNumber(
  language: Language,
  value: number,
  { min = 0, max = min }: Decimals = {},
): string {
  const { group, decimal } = LANGUAGES[language];
  const [whole = "", fraction = ""] = Math.abs(value).toFixed(max).split(".");
  const kept = fraction.slice(0, min) + fraction.slice(min).replace(/0+$/, "");
  const isNegative = value < 0 && /[1-9]/.test(whole + kept);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${isNegative ? "-" : ""}${grouped}${kept === "" ? "" : decimal + kept}`;
}

/** Formats a percentage (100 is the whole): `99.98%`, in Turkish `%99,98`. */
export function writePercent(language: Language, percent: number, decimals?: Decimals): string {
  const number = writeNumber(language, percent, decimals);
  return LANGUAGES[language].percent.replace("{number}", number);
}
