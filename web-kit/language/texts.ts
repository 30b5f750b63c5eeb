import { forEachLanguage, isLanguage, type Language, LANGUAGES } from "./languages.ts";

/** A text for each plural form that its language has; all have `other`. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** The type of texts in any language, derived from the English ones. */
export type TextsOf<English> = English extends string
  ? string
  : English extends { readonly other: string; readonly one: string }
    ? PluralForms
    : English extends readonly string[]
      ? readonly string[]
      : { readonly [Name in keyof English]: TextsOf<English[Name]> };

/** The texts of a part of a website in one language, which they name. */
export type PartTexts<English> = TextsOf<English> & InLanguage;

export interface InLanguage {
  readonly language: Language;
}

/** Values for the placeholders of a text, by name. */
type Values = Readonly<Record<string, string | number>>;

/** Returns a text with its placeholders, like `{name}`, filled; a placeholder without a value is kept. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Returns the plural form of a text for a count; `{count}` is the count unless `values` contains it formatted. */
export function plural(
  language: Language,
  forms: PluralForms,
  count: number,
  values: Values = {},
): string {
  // The first use of Intl takes tens of milliseconds on a slow phone; languages with only one form skip it.
  const form = Object.keys(forms).length === 1 ? "other" : rulesOf(language).select(count);
  return fill(forms[form] ?? forms.other, { count, ...values });
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {};
const rulesOf = (language: Language) =>
  (rules[language] ??= new Intl.PluralRules(LANGUAGES[language].locale));

/** Returns texts by language from files at `/languages/{language}/…`; throws where a language has none. */
export function byLanguage<Texts>(
  files: Readonly<Record<string, unknown>>,
): Readonly<Record<Language, Texts>> {
  return forEachLanguage(
    (language) => ({ ...(fileOf(language, files) as object), language }) as Texts,
  );
}

/** Loads the texts in the language of this page. */
export async function loadTexts<Texts>(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Texts> {
  const { lang: language } = document.documentElement;
  if (!isLanguage(language)) throw new Error(`the page has no language but "${language}"`);
  return { ...((await fileOf(language, files)()) as object), language } as Texts;
}

function fileOf<File>(language: Language, files: Readonly<Record<string, File>>): File {
  const found = Object.entries(files).find(([path]) => path.startsWith(`/languages/${language}/`));
  if (found === undefined) throw new Error(`no texts in ${language}`);
  return found[1];
}
