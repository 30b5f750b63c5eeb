import type { Language } from "#web-kit/language/languages.ts";
import type { ReferencePart } from "./content.ts";

/** The page of each part. */
export const REFERENCE_PATHS: Readonly<Record<ReferencePart, string>> = {
  http: "/docs/reference",
  sockets: "/docs/reference/sockets",
};

/** Where a part's document is served in a language, for its page alone. */
export function documentPath(part: ReferencePart, language: Language): string {
  return `/docs/reference/${part}-${language}.json`;
}

/** `createSpeech` → `create-speech`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
