/**
 * The languages of the pages, by the code that stands in `lang`, in addresses and in the names of folders of texts. The
 * first is for readers who ask for none of them. A language is one line here and one folder in `languages`.
 */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB", group: ",", decimal: ".", percent: "{number}%" },
  tr: { name: "Türkçe", locale: "tr-TR", group: ".", decimal: ",", percent: "%{number}" },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

interface LanguageFacts {
  /** What the language is called in itself. */
  readonly name: string;
  /** How its dates and numbers are written, for Intl. */
  readonly locale: string;
  /** What stands between the thousands of a number. */
  readonly group: string;
  /** What stands before the decimals of a number. */
  readonly decimal: string;
  /** How a number of percent is written. */
  readonly percent: string;
}

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as readonly Language[];

/** The language of readers who ask for none that there is. */
export const defaultLanguage = "en" satisfies Language;

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
  return isLanguage(value) ? value : defaultLanguage;
}
