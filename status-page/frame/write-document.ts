import type { Language } from "#web-kit/language/languages.ts";
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { type Reader, readerOf } from "../reader/reader.ts";

/** For whom the server writes, by language: it does not know the reader's zone, so times are UTC until the script runs. */
export const serverReaders: Readonly<Record<Language, Reader>> = {
  en: readerOf("en", "utc", false),
  tr: readerOf("tr", "utc", false),
};

/** Writes a document as HTML. */
export function writeDocument(document: JSX.Element): string {
  return `<!doctype html>${renderToString(document)}`;
}
