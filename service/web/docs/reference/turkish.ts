import type { Language } from "#web-kit/language/languages.ts";
import { FIELD_SENTENCES } from "./turkish-fields.ts";
import { OPERATION_SENTENCES } from "./turkish-operations.ts";

/** Every sentence of the OpenAPI and AsyncAPI documents, in Turkish. */
export const TURKISH: Readonly<Record<string, string>> = {
  ...OPERATION_SENTENCES,
  ...FIELD_SENTENCES,
};

/** Says a sentence of the documents in a language; one that was not translated stays English. */
export function inLanguage(language: Language): (english: string) => string {
  return language === "tr" ? (english) => TURKISH[english] ?? english : (english) => english;
}
