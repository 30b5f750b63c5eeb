import { YEAR_SECONDS } from "#units/time.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

/** The field of URLs and forms by which a reader chooses a language, and the cookie that remembers the choice. */
export const LANGUAGE_FIELD = "lang";
export const LANGUAGE_COOKIE = {
  name: LANGUAGE_FIELD,
  options: { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax", httpOnly: true },
} as const;

/** The fields of a request that give its reader's language. */
interface LanguageWish {
  /** Requested by the URL, like `?lang=tr`. */
  readonly chosen: unknown;
  /** Chosen earlier and kept in a cookie. */
  readonly remembered: unknown;
  /** The header of that name. */
  readonly acceptLanguage: string | undefined;
}

/** Returns a page's language: a choice by link or cookie takes precedence over what the browser prefers. */
export function negotiateLanguage(wish: LanguageWish): Language {
  const { chosen, remembered, acceptLanguage = "" } = wish;
  const wanted = [chosen, remembered, ...preferredLanguages(acceptLanguage)];
  return wanted.find(isLanguage) ?? DEFAULT_LANGUAGE;
}

function preferredLanguages(acceptLanguage: string) {
  return acceptLanguage
    .split(",")
    .map((entry) => {
      const [range = "", quality = "1"] = entry.split(";q=");
      return { code: range.trim().toLowerCase().split("-")[0], quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ code }) => code);
}
