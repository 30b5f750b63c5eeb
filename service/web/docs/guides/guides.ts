/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { hrefOf } from "../frame/article.tsx";
import type { DocsContent } from "../frame/content.ts";

/** The guides in the order in which they are read; the quick start has no slug. */
export const GUIDE_NAMES = [
  "quick-start",
  "authentication",
  "transcription",
  "jobs",
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

/** Returns the Markdown of a guide; throws for an unknown one. */
export function guideSource(language: Language, name: GuideName): string {
  const source = FILES[`/languages/${language}/site/guides/${name}.md`];
  if (source === undefined) throw new Error(`no guide ${language}/${name}`);
  return source;
}

/** Returns the path of a guide below `/docs/`. */
export function slugOfGuide(name: GuideName): string {
  return name === "quick-start" ? "" : name;
}

/** Returns the path of a guide's Markdown. */
export function markdownHrefOf(name: GuideName): string {
  return `${hrefOf(slugOfGuide(name))}.md`;
}

/** Units in which a limit can be written: `{{limits.uploadBytes:MB}}`, `{{limits.audioSeconds:h}}`. */
const UNITS: Readonly<Record<string, number>> = { MB: 1024 * 1024, h: 3600, min: 60 };

type Known = Pick<
  DocsContent,
  "compatModelId" | "compatTargetId" | "synthesisModelId" | "limits" | "voices"
>;

/** Returns the voice of an example: the named one if the default model has it, otherwise the model's first. */
function voiceOf([standard]: Known["voices"], named: string): string {
  const names = standard?.voices.map(({ name }) => name) ?? [];
  return names.includes(named) ? named : (names[0] ?? named);
}

/**
 * Fills in the values of the running service: `{{base_url}}`, `{{compat_model}}`, `{{limits.inputCharacters}}`, and
 * `{{voice:ayla}}`, which falls back to another voice.
 *
 * Throws for an unknown name.
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
