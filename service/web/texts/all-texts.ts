/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { byLanguage } from "#web-kit/language/texts.ts";
import type {
  CodeTexts,
  DashboardTexts,
  DemoTexts,
  DocsTexts,
  FrameTexts,
  WebsiteTexts,
} from "./texts.ts";

const FILES = import.meta.glob("/languages/*/site/*.json", { eager: true, import: "default" });

/** Every text of the site, by part and language; only the server has them all. */
export const ALL_TEXTS = {
  code: part<CodeTexts>("code"),
  dashboard: part<DashboardTexts>("dashboard"),
  demo: part<DemoTexts>("demo"),
  docs: part<DocsTexts>("docs"),
  /** Sentences of the contract, which is written in English, in other languages. */
  docsSentences: part<Readonly<Record<string, string>>>("docs-sentences"),
  frame: part<FrameTexts>("frame"),
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
