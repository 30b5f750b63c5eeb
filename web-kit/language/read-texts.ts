import { readFileSync } from "node:fs";
import path from "node:path";
import { forEachLanguage, type Language } from "./languages.ts";

const folder = path.resolve(import.meta.dirname, "../../languages");

/** Reads `languages/{language}/{file}` in every language; for server code that is not bundled. */
export function readTexts<Texts>(file: string): Readonly<Record<Language, Texts>> {
  return forEachLanguage((language) =>
    JSON.parse(readFileSync(path.join(folder, language, file), "utf8")),
  );
}
