import type { LocalizedText } from "./localized-text.ts";
import type { StatusTexts } from "./status-texts.ts";
import { DEFAULT_LANGUAGE, forEachLanguage, type Language } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";

const statusTexts = readTexts<StatusTexts>("monitor/status.json");

/** What feeds, badges and messages call each state of a component. */
export const componentWords = byName((language) => statusTexts[language].component);

/** What feeds and messages call each state of an incident or a maintenance. */
export const statusEventWords = byName((language) => statusTexts[language].stages);

/** What pictures call the impact of an incident. */
export const impactWords = byName((language) => statusTexts[language].impacts);

/** What badges and pictures call the state of a whole page. */
export const overallWords = byName((language) => statusTexts[language].overall);

/** Turns texts by language into a text in every language by its name. */
function byName<Name extends string>(
  textsIn: (language: Language) => Readonly<Record<Name, string>>,
): Readonly<Record<Name, LocalizedText>> {
  const names = Object.keys(textsIn(DEFAULT_LANGUAGE)) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, forEachLanguage((language) => textsIn(language)[name])]),
  ) as Record<Name, LocalizedText>;
}
