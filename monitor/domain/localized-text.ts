import { forEachLanguage, type Language, languages } from "#web-kit/language/languages.ts";

/** A text by language as somebody wrote it, in monitor.yaml or through the admin API, and as it is stored. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

/** A text that can be shown in every language. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** Completes a text: what is missing in a language is shown in the first language that has it. */
export function localizedText(translations: Translations): LocalizedText {
  const [fallback = ""] = languages.flatMap((language) => translations[language] ?? []);
  return forEachLanguage((language) => translations[language] ?? fallback);
}
