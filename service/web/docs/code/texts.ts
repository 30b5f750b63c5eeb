import type { Language } from "#web-kit/language/languages.ts";

const turkish = {
  exampleLanguage: "Örneğin dili",
  copy: "Kopyala",
  copied: "Kopyalandı",
  copyFailed: "Kopyalanamadı",
};

type Texts = typeof turkish;

const english: Texts = {
  exampleLanguage: "Language of the example",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Not copied",
};

/** The texts around a block of code. */
export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
