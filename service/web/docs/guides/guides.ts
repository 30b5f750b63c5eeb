/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { hrefOf } from "../frame/article.tsx";
import type { DocsContent } from "../frame/content.ts";

/** The guides in the order in which they are read; the quick start has no slug. */
export const GUIDE_NAMES = [
  "quick-start",
  "authentication",
  "transcription",
  "live",
  "synthesis",
  "voices",
  "pronunciations",
  "errors",
  "limits",
  "accounts",
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

/** The address of a guide as Markdown. */
export function markdownHrefOf(name: GuideName): string {
  return `${hrefOf(slugOfGuide(name))}.md`;
}

/** In what a limit may be told: `{{limits.uploadBytes:MB}}`, `{{limits.audioSeconds:h}}`. */
const UNITS: Readonly<Record<string, number>> = { MB: 1024 * 1024, h: 3600 };

/**
 * Fills in what only the running service knows: `{{base_url}}`, `{{compat_model}}`, `{{limits.inputCharacters}}`.
 *
 * Throws for a name that nothing stands for.
 */
export function filledIn(
  text: string,
  language: Language,
  baseUrl: string,
  { compatModelId, limits }: Pick<DocsContent, "compatModelId" | "limits">,
): string {
  const number = new Intl.NumberFormat(language);
  const values: Readonly<Record<string, string>> = {
    base_url: baseUrl,
    socket_url: baseUrl.replace(/^http/, "ws"),
    compat_model: compatModelId,
  };
  return text.replaceAll(
    /\{\{(?:limits\.)?([\w.]+)(?::(\w+))?\}\}/g,
    (whole, name: string, unit: string | undefined) => {
      const limit = limits[name];
      const value =
        limit === undefined ? values[name] : number.format(limit / (UNITS[unit ?? ""] ?? 1));
      if (value === undefined) throw new Error(`nothing stands for ${whole}`);
      return value;
    },
  );
}
