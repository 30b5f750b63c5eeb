import type { Language } from "#web-kit/language/languages.ts";
import type { PageContent } from "../page.ts";

const turkish = {
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
    "not-found": "Sayfa bulunamadı – Türkçe Konuşma Hizmeti",
  } satisfies Record<PageContent["page"], string>,
  skip: "İçeriğe geç",
  navigation: "Site",
  docs: "Belgeler",
  demo: "Deneme",
  dashboard: "Panel",
  footer: "Açık kaynak; MIT lisansı.",
  footerNavigation: "Diğer bağlantılar",
  reference: "API başvurusu",
  status: "Durum",
  notFound: {
    title: "Bu adreste bir sayfa yok",
    text: "Adres yanlış yazılmış ya da sayfa taşınmış olabilir.",
    home: "Ana sayfa",
    docs: "Belgeler",
    demo: "Deneme",
  },
};

/** The texts of the frame around every page, in one language. */
export type Texts = typeof turkish;

const english: Texts = {
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
    "not-found": "Page not found – Turkish Speech Service",
  },
  skip: "Skip to content",
  navigation: "Site",
  docs: "Docs",
  demo: "Demo",
  dashboard: "Dashboard",
  footer: "Open source, under the MIT licence.",
  footerNavigation: "More links",
  reference: "API reference",
  status: "Status",
  notFound: {
    title: "There is no page at this address",
    text: "The address may be misspelt, or the page has moved.",
    home: "Home",
    docs: "Docs",
    demo: "Demo",
  },
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
