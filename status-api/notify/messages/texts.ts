import { readFileSync } from "node:fs";
import path from "node:path";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type english from "../texts/en/messages.json";

/** The texts of messages to subscribers in one language. */
export type MessageTexts = TextsOf<typeof english>;

/** The texts of messages, by language. */
export const textsOf = forEachLanguage((language): MessageTexts => {
  const file = path.resolve(import.meta.dirname, `../texts/${language}/messages.json`);
  return JSON.parse(readFileSync(file, "utf8"));
});
