import { readFileSync } from "node:fs";
import path from "node:path";
import { forEachLanguage, type Language } from "./languages.ts";

/** Reads the texts of every language from `{folder}/{language}/{file}`, on a server; a built page has `byLanguage`. */
export function readTexts<Texts>(folder: string, file: string): Readonly<Record<Language, Texts>> {
  return forEachLanguage((language) =>
    JSON.parse(readFileSync(path.join(folder, language, file), "utf8")),
  );
}
