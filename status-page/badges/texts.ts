import type { Language } from "#web-kit/language/languages.ts";
import type { BadgeShow } from "./badge-code.ts";

/** What is said about badges, in one language. */
export interface BadgeTexts {
  readonly title: string;
  readonly intro: string;
  readonly wholePage: string;
  readonly show: Readonly<Record<BadgeShow, string>>;
  readonly label: (name: string, show: string) => string;
  readonly copyCode: string;
  readonly form: Readonly<Record<"markdown" | "html" | "address", string>>;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

/** The texts by language. */
export const TEXTS: Readonly<Record<Language, BadgeTexts>> = {
  en: {
    title: "Badges",
    intro: "Pictures that are always current, for a README or a page of yours.",
    wholePage: "All components",
    show: { status: "status", uptime: "uptime of 90 days", latency: "latency" },
    label: (name, show) => `${name}: ${show}`,
    copyCode: "Code",
    form: { markdown: "Markdown", html: "HTML", address: "Address" },
    copy: "Copy",
    copied: "Copied",
    notCopied: "Copy it by hand",
  },
  tr: {
    title: "Rozetler",
    intro: "README dosyanız ya da sayfanız için, hep güncel resimler.",
    wholePage: "Tüm bileşenler",
    show: { status: "durum", uptime: "90 günün erişilebilirliği", latency: "gecikme" },
    label: (name, show) => `${name}: ${show}`,
    copyCode: "Kodu",
    form: { markdown: "Markdown", html: "HTML", address: "Adres" },
    copy: "Kopyala",
    copied: "Kopyalandı",
    notCopied: "Elle kopyalayın",
  },
};
