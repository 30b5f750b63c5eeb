import { forEachLanguage, type Language, languages } from "#web-kit/language/languages.ts";

/** A text by language as written in monitor.yaml or through the admin API, and as stored. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

/** A text that can be shown in every language. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** Completes a text: a missing language gets the text of the first language that has one. */
export function localizedText(translations: Translations): LocalizedText {
  const [fallback = ""] = languages.flatMap((language) => translations[language] ?? []);
  return forEachLanguage((language) => translations[language] ?? fallback);
}
