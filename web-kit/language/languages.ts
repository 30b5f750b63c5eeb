/**
 * The languages of the pages, by the code that stands in `lang`, in addresses and in the names of folders of texts. A
 * language is one line here and one folder in `languages`.
 *
 * `name` is what it is called in itself, `locale` how Intl writes its dates and numbers; `group` stands between the thousands
 * of a number, `decimal` before its decimals, `clock` between hours and minutes.
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

/** The language of readers who ask for none that there is. */
export const DEFAULT_LANGUAGE = "en" satisfies Language;

/** Tells whether `value` is the code of a language of the pages. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(LANGUAGES, value);
}

/** Makes something for each language. */
export function forEachLanguage<Made>(
  make: (language: Language) => Made,
): Readonly<Record<Language, Made>> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    Made
  >;
}

/** Returns the language that `value` is the code of, the default one where it is of none. */
export function languageOf(value: unknown): Language {
  return isLanguage(value) ? value : DEFAULT_LANGUAGE;
}
