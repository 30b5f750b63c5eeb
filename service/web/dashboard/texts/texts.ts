import type { Language } from "#web-kit/language/languages.ts";
import { english } from "./english.ts";
import { turkish, type Texts } from "./turkish.ts";

export type { Texts };

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
