import { DEFAULT_LANGUAGE, type Language, languages } from "#web-kit/language/languages.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";

/** The language of the field that has the text's name. */
const FIRST = DEFAULT_LANGUAGE;

/** A language of translations: each but the first. */
type TranslationLanguage = Exclude<Language, typeof FIRST>;

export const translationLanguages = languages.filter(
  (language): language is TranslationLanguage => language !== FIRST,
);

/** A text's fields beside the one that has its name: `name_tr` and so on. */
type TranslationField<Field extends string> = `${Field}_${TranslationLanguage}`;

/** A text as the admin API takes it: in the first language under its name, in the others beside it. */
export type AskedText<Field extends string> = {
  readonly [Name in Field]?: string | undefined;
} & { readonly [Name in TranslationField<Field>]?: string | null | undefined };

export function translationFields<Field extends string, Schema>(
  field: Field,
  schema: Schema,
): Record<TranslationField<Field>, Schema> {
  const fields = translationLanguages.map((language) => [`${field}_${language}`, schema]);
  return Object.fromEntries(fields) as Record<TranslationField<Field>, Schema>;
}

/** Reads a text that is asked for; where `known` is changed, what is not given stays, and null takes a language away. */
export function readText<Field extends string>(
  field: Field,
  asked: AskedText<Field>,
  known: Translations = {},
): Translations {
  const given = asked as Readonly<Record<string, string | null | undefined>>;
  const entries = languages.map((language) => {
    const text = given[fieldOf(field, language)];
    return [language, text === undefined ? known[language] : text];
  });
  return Object.fromEntries(
    entries.filter(([, text]) => text !== null && text !== undefined),
  ) as Translations;
}

/** Writes a text for an answer: null in a language that it was not written in. */
export function answerFields<Field extends string>(field: Field, text: Translations) {
  const entries = languages.map((language) => [fieldOf(field, language), text[language] ?? null]);
  return {
    ...Object.fromEntries(entries),
    [field]: text[FIRST] ?? "",
  } as Record<Field, string> & Record<TranslationField<Field>, string | null>;
}

/** Writes a text as it is asked for: each language that it was written in under its field. */
export function writtenText(field: string, text: Translations): Record<string, string> {
  const entries = languages.map((language) => [fieldOf(field, language), text[language]]);
  return Object.fromEntries(entries.filter(([, said]) => said !== undefined)) as Record<
    string,
    string
  >;
}

export function fieldOf(field: string, language: Language): string {
  return language === FIRST ? field : `${field}_${language}`;
}
