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
  "deepgram",
  "elevenlabs",
  "errors",
  "limits",
  "accounts",
  "faq",
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
const UNITS: Readonly<Record<string, number>> = { MB: 1024 * 1024, h: 3600, min: 60 };

type Known = Pick<
  DocsContent,
  "compatModelId" | "compatTargetId" | "synthesisModelId" | "limits" | "voices"
>;

/** The voice of an example: the one named, where the default model has it, else its first. */
function voiceOf([standard]: Known["voices"], named: string): string {
  const names = standard?.voices.map(({ name }) => name) ?? [];
  return names.includes(named) ? named : (names[0] ?? named);
}

/**
 * Fills in what only the running service knows: `{{base_url}}`, `{{compat_model}}`, `{{limits.inputCharacters}}`, and
 * `{{voice:ayla}}`, which is another where there is no such voice.
 *
 * Throws for a name that nothing stands for.
 */
export function filledIn(
  text: string,
  language: Language,
  baseUrl: string,
  { compatModelId, compatTargetId, synthesisModelId, limits, voices }: Known,
): string {
  const number = new Intl.NumberFormat(language);
  const values: Readonly<Record<string, string>> = {
    base_url: baseUrl,
    socket_url: baseUrl.replace(/^http/, "ws"),
    compat_model: compatModelId,
    compat_target: compatTargetId,
    synthesis_model: synthesisModelId,
  };
  return text.replaceAll(
    /\{\{(?:limits\.)?([\w.]+)(?::(\w+))?\}\}/g,
    (whole, name: string, unit: string | undefined) => {
      if (name === "voice" && unit !== undefined) return voiceOf(voices, unit);
      const limit = limits[name];
      const value =
        limit === undefined ? values[name] : number.format(limit / (UNITS[unit ?? ""] ?? 1));
      if (value === undefined) throw new Error(`nothing stands for ${whole}`);
      return value;
    },
  );
}
