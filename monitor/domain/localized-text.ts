import {
  DEFAULT_LANGUAGE,
  forEachLanguage,
  type Language,
  languages,
} from "#web-kit/language/languages.ts";

/** A text by language as written in monitor.yaml or through the admin API, and as stored. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

/** A text that can be shown in every language. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** Completes a text: a missing language gets the text of the first language that has one. */
export function localizedText(translations: Translations): LocalizedText {
  const [fallback = ""] = languages.flatMap((language) => translations[language] ?? []);
  return forEachLanguage((language) => translations[language] ?? fallback);
}

/** Returns the field that has a text in a language where each has its own: `name` for the first one, `name_tr` for another. */
export function fieldOf(field: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? field : `${field}_${language}`;
}

/** Returns a text of the admin API in a language, or in its first language where it has no translation. */
export function saidIn(answer: object, field: "name" | "body", language: Language): string {
  const texts = answer as Readonly<Record<string, string | null | undefined>>;
  return texts[fieldOf(field, language)] ?? texts[field] ?? "";
}
