import type { Language } from "#web-kit/language/languages.ts";
import { english } from "./texts/english.ts";
import { turkish } from "./texts/turkish.ts";

/** The texts of the documentation around its guides, in one language. */
export type { Texts } from "./texts/english.ts";

export const TEXTS = { tr: turkish, en: english } as const satisfies Record<
  Language,
  typeof english
>;
