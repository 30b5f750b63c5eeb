/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";

/** The guides in the order in which they are read; the quick start has no slug. */
export const GUIDE_NAMES = [
  "quick-start",
  "transcription",
  "live",
  "synthesis",
  "voices",
  "pronunciations",
  "errors",
  "limits",
] as const;
export type GuideName = (typeof GUIDE_NAMES)[number];

const FILES = import.meta.glob<string>("/languages/*/site/guides/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The Markdown of a guide. */
export function guideSource(language: Language, name: GuideName): string {
  const source = FILES[`/languages/${language}/site/guides/${name}.md`];
  if (source === undefined) throw new Error(`no guide ${language}/${name}`);
  return source;
}

/** The page of a guide below `/docs/`. */
export function slugOfGuide(name: GuideName): string {
  return name === "quick-start" ? "" : name;
}
