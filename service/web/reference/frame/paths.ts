import type { Language } from "#web-kit/language/languages.ts";
import type { ReferencePart } from "./content.ts";

/** The path of each part's page. */
export const REFERENCE_PATHS: Readonly<Record<ReferencePart, string>> = {
  http: "/docs/reference",
  sockets: "/docs/reference/sockets",
};

/** Returns the path of a part's document in a language; only the part's page loads it. */
export function documentPath(part: ReferencePart, language: Language): string {
  return `/docs/reference/${part}-${language}.json`;
}

/** `createSpeech` → `create-speech`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
