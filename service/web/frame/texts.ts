import type { Language, PageContent } from "../page.ts";

const turkish = {
  language: "Türkçe",
  languages: "Dil",
  name: "Türkçe Konuşma Hizmeti",
  description:
    "Türkçe için konuşma arayüzü: dosyadan yazıya, canlı yazıya dökme, yazıdan sese, klonlanan sesler.",
  titles: {
    website: "Türkçe Konuşma Hizmeti",
    docs: "Belgeler – Türkçe Konuşma Hizmeti",
    demo: "Deneme – Türkçe Konuşma Hizmeti",
    "sign-in": "Oturum aç – Türkçe Konuşma Hizmeti",
    "sign-up": "Hesap aç – Türkçe Konuşma Hizmeti",
    dashboard: "Panel – Türkçe Konuşma Hizmeti",
  } satisfies Record<PageContent["page"], string>,
  skip: "İçeriğe geç",
  navigation: "Site",
  docs: "Belgeler",
  demo: "Deneme",
  dashboard: "Panel",
  footer: "Açık kaynak; MIT lisansı.",
};

/** The texts of the frame around every page, in one language. */
export type Texts = typeof turkish;

const english: Texts = {
  language: "English",
  languages: "Language",
  name: "Turkish Speech Service",
  description:
    "A speech API for Turkish: files to text, live transcription, text to speech, cloned voices.",
  titles: {
    website: "Turkish Speech Service",
    docs: "Docs – Turkish Speech Service",
    demo: "Demo – Turkish Speech Service",
    "sign-in": "Sign in – Turkish Speech Service",
    "sign-up": "Sign up – Turkish Speech Service",
    dashboard: "Dashboard – Turkish Speech Service",
  },
  skip: "Skip to content",
  navigation: "Site",
  docs: "Docs",
  demo: "Demo",
  dashboard: "Dashboard",
  footer: "Open source, under the MIT licence.",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
