/**
 * The languages of the pages, by the code used in `lang`, in URLs and in names of text folders. A new language is one line here
 * and one folder in `languages`.
 *
 * `name` is the language's own name, `locale` the Intl locale of dates and numbers; `group` separates thousands, `decimal`
 * precedes decimals, `clock` separates hours and minutes.
 */
export const LANGUAGES = {
  en: {
    name: "English",
    locale: "en-GB",
    group: ",",
    decimal: ".",
    percent: "{number}%",
    clock: ":",
  },
  tr: {
    name: "Türkçe",
    locale: "tr-TR",
    group: ".",
    decimal: ",",
    percent: "%{number}",
    clock: ".",
  },
} as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as readonly Language[];

/** The language of readers who request no available language. */
export const DEFAULT_LANGUAGE = "en" satisfies Language;

/** Returns whether `value` is the code of a language of the pages. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(LANGUAGES, value);
}

/** Returns the result of `make` for each language. */
export function forEachLanguage<Made>(
  make: (language: Language) => Made,
): Readonly<Record<Language, Made>> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    Made
  >;
}

/** Returns the language with the code `value`, or the default one. */
export function languageOf(value: unknown): Language {
  return isLanguage(value) ? value : DEFAULT_LANGUAGE;
}
