import type { Language } from "#web-kit/language/languages.ts";
import { english } from "./english.ts";
import { turkish, type Texts } from "./turkish.ts";

/** The texts of the demos by language; scripts load the one that they need. */
export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
