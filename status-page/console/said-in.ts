import type { Language } from "#web-kit/language/languages.ts";

/** Returns a text of the admin API in a language: as it was written in it, else as it was written first. */
export function saidIn(answer: object, field: "name" | "body", language: Language): string {
  const texts = answer as Readonly<Record<string, string | null | undefined>>;
  return texts[`${field}_${language}`] ?? texts[field] ?? "";
}
