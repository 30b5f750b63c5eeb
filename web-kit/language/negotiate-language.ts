import { defaultLanguage, isLanguage, type Language } from "./languages.ts";

/** What a request says of its reader's language. */
interface LanguageWish {
  /** Asked for by the address, as `?lang=tr`. */
  readonly chosen: unknown;
  /** Chosen before and kept in a cookie. */
  readonly remembered: unknown;
  /** The header of that name. */
  readonly acceptLanguage: string | undefined;
}

/** Picks a page's language: what was chosen by link or before wins over what the browser prefers. */
export function negotiateLanguage(wish: LanguageWish): Language {
  if (isLanguage(wish.chosen)) return wish.chosen;
  if (isLanguage(wish.remembered)) return wish.remembered;
  return preferredLanguage(wish.acceptLanguage ?? "");
}

function preferredLanguage(acceptLanguage: string): Language {
  return (
    acceptLanguage
      .split(",")
      .map((entry) => {
        const [range = "", quality] = entry.split(";q=");
        return {
          language: range.trim().toLowerCase().split("-")[0],
          quality: quality === undefined ? 1 : Number(quality),
        };
      })
      .filter(({ quality }) => quality > 0)
      .toSorted((one, other) => other.quality - one.quality)
      .map(({ language }) => language)
      .find(isLanguage) ?? defaultLanguage
  );
}
