/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { byLanguage, type PartTexts } from "#web-kit/language/texts.ts";
import type code from "#languages/en/site/code.json";
import type dashboard from "#languages/en/site/dashboard.json";
import type demo from "#languages/en/site/demo.json";
import type docs from "#languages/en/site/docs.json";
import type frame from "#languages/en/site/frame.json";
import type reference from "#languages/en/site/reference.json";
import type search from "#languages/en/site/search.json";
import type voices from "#languages/en/site/voices.json";
import type website from "#languages/en/site/website.json";
import type { PeopleTexts } from "./people-words.ts";

/** The types of the site's texts by part: one JSON file each, in the folder of its language. */
export type CodeTexts = PartTexts<typeof code>;
export type DashboardTexts = PartTexts<typeof dashboard>;
export type DemoTexts = PartTexts<typeof demo>;
export type DocsTexts = PartTexts<typeof docs>;
export type ReferenceTexts = PartTexts<typeof reference>;
export type VoiceTexts = PartTexts<typeof voices>;
export type WebsiteTexts = PartTexts<typeof website>;

const FILES = import.meta.glob("/languages/*/site/*.json", { eager: true, import: "default" });

/** All texts of the site, by part and language. Only for the server: scripts load just those of their part. */
export const ALL_TEXTS = {
  code: part<CodeTexts>("code"),
  dashboard: part<DashboardTexts>("dashboard"),
  demo: part<DemoTexts>("demo"),
  docs: part<DocsTexts>("docs"),
  /** Translations of the sentences of the contract, which is written in English. */
  docsSentences: part<Readonly<Record<string, string>>>("docs-sentences"),
  frame: part<PartTexts<typeof frame>>("frame"),
  /** How well people are understood. */
  people: part<PeopleTexts>("people"),
  reference: part<ReferenceTexts>("reference"),
  /** Synonyms and stop words of search queries. */
  search: part<PartTexts<typeof search>>("search"),
  /** Texts for built-in voices, wherever they are shown. */
  voices: part<VoiceTexts>("voices"),
  website: part<WebsiteTexts>("website"),
};

/** Returns a sentence of the contract in a language; one that has no translation stays English. */
export function translated(language: Language, english: string): string {
  return ALL_TEXTS.docsSentences[language][english] ?? english;
}

function part<Texts>(name: string): Readonly<Record<Language, Texts>> {
  const files = Object.entries(FILES).filter(([path]) => path.endsWith(`/${name}.json`));
  return byLanguage(Object.fromEntries(files));
}
