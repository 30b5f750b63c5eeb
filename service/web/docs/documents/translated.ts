import type { Language } from "#web-kit/language/languages.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

/** Returns a sentence of the contract in a language; one that has no translation stays English. */
export function translated(language: Language, english: string): string {
  return ALL_TEXTS.docsSentences[language][english] ?? english;
}
