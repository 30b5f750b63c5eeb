import { readFileSync } from "node:fs";
import path from "node:path";
import type badges from "#monitor/domain/texts/en/badges.json";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { StatusTexts } from "#monitor/domain/status-texts.ts";
import { forEachLanguage, type Language } from "#web-kit/language/languages.ts";

const statusTexts = readTexts<StatusTexts>("status.json");

/** What feeds, badges and messages call each state of a component. */
export const componentWords = byName((language) => statusTexts[language].component);

/** What feeds and messages call each state of an incident or a maintenance. */
export const storyWords = byName((language) => statusTexts[language].stages);

/** What badges call the state of all components together. */
export const overallWords = byName((language) => statusTexts[language].overall);

const badgeTexts = readTexts<typeof badges>("badges.json");

/** What badges say beside a status. */
export const badgeWords = byName((language) => badgeTexts[language]);

function readTexts<Texts>(file: string): Readonly<Record<Language, Texts>> {
  const folder = path.join(import.meta.dirname, "texts");
  return forEachLanguage((language) =>
    JSON.parse(readFileSync(path.join(folder, language, file), "utf8")),
  );
}

/** Turns texts by language into a text in every language by its name. */
function byName<Name extends string>(
  textsIn: (language: Language) => Readonly<Record<Name, string>>,
): Readonly<Record<Name, LocalizedText>> {
  const names = Object.keys(textsIn("en")) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, forEachLanguage((language) => textsIn(language)[name])]),
  ) as Record<Name, LocalizedText>;
}
