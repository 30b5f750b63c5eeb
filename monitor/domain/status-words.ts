import type { LocalizedText } from "./localized-text.ts";
import type { StatusTexts } from "./status-texts.ts";
import { DEFAULT_LANGUAGE, forEachLanguage, type Language } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";

const statusTexts = readTexts<StatusTexts>("monitor/status.json");

/** Names of component states in feeds, badges and messages. */
export const componentWords = byName((language) => statusTexts[language].component);

/** Names of states of incidents and maintenances in feeds and messages. */
export const statusEventWords = byName((language) => statusTexts[language].stages);

/** Names of incident impacts in pictures. */
export const impactWords = byName((language) => statusTexts[language].impacts);

/** Names of the state of a whole page in badges and pictures. */
export const overallWords = byName((language) => statusTexts[language].overall);

/** Converts texts by language and name into localized texts by name. */
function byName<Name extends string>(
  textsIn: (language: Language) => Readonly<Record<Name, string>>,
): Readonly<Record<Name, LocalizedText>> {
  const names = Object.keys(textsIn(DEFAULT_LANGUAGE)) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, forEachLanguage((language) => textsIn(language)[name])]),
  ) as Record<Name, LocalizedText>;
}
