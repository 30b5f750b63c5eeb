import { DEFAULT_LANGUAGE, type Language, languages } from "#web-kit/language/languages.ts";
import { fieldOf, type Translations } from "#monitor/domain/localized-text.ts";

/** The language of the field without a suffix. */
const FIRST = DEFAULT_LANGUAGE;

/** A language whose fields have a suffix: every one but the first. */
type TranslationLanguage = Exclude<Language, typeof FIRST>;

export const translationLanguages = languages.filter(
  (language): language is TranslationLanguage => language !== FIRST,
);

/** The suffixed fields of a text, such as `name_tr`. */
type TranslationField<Field extends string> = `${Field}_${TranslationLanguage}`;

/** A text as the admin API takes it: the first language under its plain name, the others in suffixed fields. */
export type RequestedText<Field extends string> = {
  readonly [Name in Field]?: string | undefined;
} & { readonly [Name in TranslationField<Field>]?: string | null | undefined };

export function translationFields<Field extends string, Schema>(
  field: Field,
  schema: Schema,
): Record<TranslationField<Field>, Schema> {
  return fieldsOf(
    translationLanguages.map((language) => `${field}_${language}` as const),
    schema,
  );
}

/** Returns fields of the same kind. */
export function fieldsOf<Name extends string, Schema>(
  names: readonly Name[],
  schema: Schema,
): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

/** Reads a text from a request. A language that is not given keeps its text in `known`; null removes it. */
export function readText<Field extends string>(
  field: Field,
  requested: RequestedText<Field>,
  known: Translations = {},
): Translations {
  const given = requested as Readonly<Record<string, string | null | undefined>>;
  const entries = languages.map((language) => {
    const text = given[fieldOf(field, language)];
    return [language, text === undefined ? known[language] : text];
  });
  return Object.fromEntries(
    entries.filter(([, text]) => text !== null && text !== undefined),
  ) as Translations;
}

/** Returns the fields of a text in an answer; a missing translation is null. */
export function answerFields<Field extends string>(field: Field, text: Translations) {
  const entries = languages.map((language) => [fieldOf(field, language), text[language] ?? null]);
  return {
    ...Object.fromEntries(entries),
    [field]: text[FIRST] ?? "",
  } as Record<Field, string> & Record<TranslationField<Field>, string | null>;
}
