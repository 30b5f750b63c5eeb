import type { Language } from "#monitor/domain/localized-text.ts";

/** The languages the page speaks; the first is for readers who ask for neither. */
export const languages = ["en", "tr"] as const satisfies readonly Language[];

/** Tells whether `text` names a language of the page. */
export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** Picks the page's language: what was chosen by link or before wins over what the browser prefers. */
export function negotiateLanguage(wish: {
  readonly chosen: unknown;
  readonly remembered: unknown;
  readonly acceptLanguage: string | undefined;
}): Language {
  if (isLanguage(wish.chosen)) return wish.chosen;
  if (isLanguage(wish.remembered)) return wish.remembered;
  return preferredLanguage(wish.acceptLanguage ?? "");
}

function preferredLanguage(acceptLanguage: string): Language {
  const ranges = acceptLanguage
    .split(",")
    .map((entry) => {
      const [range = "", quality] = entry.split(";q=");
      return {
        range: range.trim().toLowerCase(),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { range } of ranges) {
    const primary = range.split("-")[0];
    if (isLanguage(primary)) return primary;
  }
  return languages[0];
}
