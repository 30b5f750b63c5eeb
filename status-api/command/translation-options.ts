import { Option } from "commander";
import {
  type TranslationField,
  type TranslationLanguage,
  translationLanguages,
} from "../admin/text-fields.ts";

/** A text that a command takes in several languages. */
type Field = "name" | "body";

/** The translations given on the command line, by the name that commander gives to options as `--name-tr`. */
export type TranslationOptions = {
  readonly [Name in `${Field}${Capitalize<TranslationLanguage>}`]?: string;
};

const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** The languages of translations for people: `tr (Turkish)`. */
export const languageList = translationLanguages
  .map((language) => `${language} (${englishNames.of(language)})`)
  .join(", ");

/** Makes the options that take the translations of a text, as `--name-tr`. */
export function translationOptions(field: Field, what: string): readonly Option[] {
  return translationLanguages.map(
    (language) =>
      new Option(`--${field}-${language} <text>`, `${what} in ${englishNames.of(language)}`),
  );
}

/** Returns the translations of a text as the admin API takes them; undefined where not given. */
export function translationsOf<Name extends Field>(
  field: Name,
  options: TranslationOptions,
): { readonly [Translation in TranslationField<Name>]?: string } {
  const entries = translationLanguages.map((language) => {
    const capitalized = `${language.slice(0, 1).toUpperCase()}${language.slice(1)}`;
    const option = `${field}${capitalized as Capitalize<TranslationLanguage>}` as const;
    return [`${field}_${language}`, options[option]];
  });
  return Object.fromEntries(entries) as { [Translation in TranslationField<Name>]?: string };
}
