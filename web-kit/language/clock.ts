import { type Language, LANGUAGES } from "./languages.ts";

/** Returns a time of day, `14:25` or `14:25:09`, in a language's notation: `14.25` in Turkish. */
export function clockIn(language: Language, time: string): string {
  return time.replaceAll(":", LANGUAGES[language].clock);
}
