import type { ComponentChildren } from "preact";
import mark from "#web-kit/brand/mark.svg?raw";
import { Document } from "#web-kit/document/document.tsx";
import { ShareTags } from "#web-kit/document/share-tags.tsx";
import { LanguageSwitch } from "#web-kit/language/language-switch.tsx";
import { ALL_TEXTS } from "./texts/texts.ts";
import type { PageFiles } from "#web-kit/document/page-files.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { EveryContent } from "./dashboard/frame/content.ts";
import type { DemoContent } from "./demo/frame/content.ts";
import type { DocsContent } from "./docs/frame/content.ts";
import type { ReferenceContent } from "./reference/frame/content.ts";
import type { WebsiteContent } from "./website/website.tsx";

/** The content of any page of the service; server.tsx renders it. */
export type PageContent =
  | WebsiteContent
  | DocsContent
  | ReferenceContent
  | DemoContent
  | EveryContent
  | { readonly page: "not-found" };

/** The parts of the site; each has a folder, and a script and a style of its own. */
export type Site = "website" | "docs" | "reference" | "demo" | "dashboard";

/** Which part of the site a page belongs to. */
export const SITE_OF: Readonly<Record<PageContent["page"], Site>> = {
  website: "website",
  docs: "docs",
  reference: "reference",
  demo: "demo",
  "sign-in": "dashboard",
  "sign-in-code": "dashboard",
  "sign-up": "dashboard",
  "lost-password": "dashboard",
  "mail-sent": "dashboard",
  "new-password": "dashboard",
  "confirm-address": "dashboard",
  "new-address": "dashboard",
  "link-ended": "dashboard",
  invitation: "dashboard",
  dashboard: "dashboard",
  "not-found": "website",
};

/** Data that every page needs, besides its content. */
export interface PageFrame {
  readonly language: Language;
  /** The `{base_url}` of texts, without a trailing slash. */
  readonly baseUrl: string;
  /** The URL of the status page; undefined where none is configured. */
  readonly statusUrl: string | undefined;
  /** The page's own path, like `/docs`. */
  readonly path: string;
  /** The names of the fields that were empty in the form that the page answers; undefined where it answers none. */
  readonly emptyFields: readonly string[] | undefined;
  readonly files: Readonly<Record<Site, PageFiles>>;
}

/** Public parts, whose pages people share links to. */
const SHARED_SITES: ReadonlySet<Site> = new Set(["website", "docs", "reference", "demo"]);

const NAVIGATION = [
  { name: "docs", href: "/docs", sites: ["docs", "reference"] },
  { name: "demo", href: "/demo", sites: ["demo"] },
  { name: "dashboard", href: "/dashboard", sites: ["dashboard"] },
] as const satisfies readonly {
  readonly name: string;
  readonly href: string;
  /** The parts of the site in which the link is current. */
  readonly sites: readonly Site[];
}[];

/** A sound wave, as a data URL so that no second request is needed. */
const ICON = `data:image/svg+xml,${encodeURIComponent(mark.trim())}`;

interface SiteDocumentProps {
  readonly page: PageContent["page"];
  /** The title of a page among several of its kind; undefined where its kind has only one. */
  readonly title: string | undefined;
  readonly frame: PageFrame;
  readonly children: ComponentChildren;
}

/** The document of a page of the site: the bar with its navigation, the page, the footer. */
export function SiteDocument({ page, title, frame, children }: SiteDocumentProps) {
  const { language, files, baseUrl, path } = frame;
  const texts = ALL_TEXTS.frame[language];
  const pageTitle = texts.titles[page];
  const fullTitle = title === undefined ? pageTitle : `${title} – ${pageTitle}`;
  return (
    <Document
      language={language}
      title={fullTitle}
      description={texts.description}
      icon={ICON}
      files={files[SITE_OF[page]]}
      head={
        <>
          <meta name="page" content={page} />
          {SHARED_SITES.has(SITE_OF[page]) && page !== "not-found" && (
            <ShareTags
              siteName={texts.name}
              title={fullTitle}
              description={texts.description}
              url={`${baseUrl}${path}`}
              language={language}
              picture={{
                url: `${baseUrl}/picture.png?lang=${language}`,
                alt: `${texts.name}. ${texts.description}`,
              }}
            />
          )}
        </>
      }
    >
      <Bar page={page} frame={frame} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer frame={frame} />
    </Document>
  );
}

function Bar({ page, frame: { language } }: Pick<SiteDocumentProps, "page" | "frame">) {
  const texts = ALL_TEXTS.frame[language];
  return (
    <header class="bar">
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <a class="name" href="/">
        {texts.name}
      </a>
      <nav aria-label={texts.navigation}>
        {NAVIGATION.map(({ name, href, sites }) => (
          <a
            key={name}
            href={href}
            aria-current={sites.some((site) => site === SITE_OF[page]) ? "page" : undefined}
          >
            {texts[name]}
          </a>
        ))}
      </nav>
      <LanguageSwitch label={texts.languages} current={language} path="" />
    </header>
  );
}

function Footer({ frame: { language, statusUrl } }: Pick<SiteDocumentProps, "frame">) {
  const texts = ALL_TEXTS.frame[language];
  return (
    <footer class="page-footer quiet">
      <p>{texts.footer}</p>
      <nav aria-label={texts.footerNavigation}>
        <a href="/docs/reference">{texts.reference}</a>
        <a href="/v1/openapi.json">OpenAPI</a>
        <a href="/v1/asyncapi.json">AsyncAPI</a>
        {statusUrl !== undefined && <a href={statusUrl}>{texts.status}</a>}
      </nav>
    </footer>
  );
}
