import { type Language, LANGUAGES } from "../language/languages.ts";

/** The number of decimals: at least `least`, and up to `most` without trailing zeros. */
interface Decimals {
  readonly least?: number;
  readonly most?: number;
}

/**
 * Formats a finite number like Intl.NumberFormat, but without it (dates.ts says why): `1,234.5`, in Turkish `1.234,5`. Without
 * decimals by default.
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

/** Formats a percentage (100 is the whole): `99.98%`, in Turkish `%99,98`. */
export function writePercent(language: Language, percent: number, decimals?: Decimals): string {
  const number = writeNumber(language, percent, decimals);
  return LANGUAGES[language].percent.replace("{number}", number);
}
