import type { Language } from "#web-kit/language/languages.ts";

/** Returns a text of the admin API in a language, or in its original language where it has no translation. */
export function saidIn(answer: object, field: "name" | "body", language: Language): string {
  const texts = answer as Readonly<Record<string, string | null | undefined>>;
  return texts[`${field}_${language}`] ?? texts[field] ?? "";
}
