import type { ComponentChildren } from "preact";
import { type Language, type PageContent, type PageFrame, SITE_OF } from "../page.ts";
import { TEXTS } from "./texts.ts";

const NAVIGATION = [
  { site: "docs", href: "/docs" },
  { site: "demo", href: "/demo" },
  { site: "dashboard", href: "/dashboard" },
] as const;

/** A sound wave; within the page, so that no second request is needed. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" stroke="#0b9a86" stroke-width="2" stroke-linecap="round"><path d="M2 7v2M5 4v8M8 2v12M11 5v6M14 7v2"/></svg>',
)}`;

interface DocumentProps {
  readonly page: PageContent["page"];
  /** Of a page among several of its kind; undefined where its kind has one page. */
  readonly title: string | undefined;
  readonly frame: PageFrame;
  readonly children: ComponentChildren;
}

/** The HTML document around a page: its head, the bar with the ways through the site, the foot. */
export function Document({ page, title, frame, children }: DocumentProps) {
  const texts = TEXTS[frame.language];
  const { script, imports, styles } = frame.files[SITE_OF[page]];
  return (
    <html lang={frame.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="page" content={page} />
        <title>
          {title === undefined ? texts.titles[page] : `${title} – ${texts.titles[page]}`}
        </title>
        <meta name="description" content={texts.description} />
        <link rel="icon" href={ICON} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {imports.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={script} />
      </head>
      <body>
        <Bar page={page} frame={frame} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer frame={frame} />
      </body>
    </html>
  );
}

function Bar({ page, frame: { language, path } }: Pick<DocumentProps, "page" | "frame">) {
  const texts = TEXTS[language];
  return (
    <header class="bar">
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <a class="name" href="/">
        {texts.name}
      </a>
      <nav aria-label={texts.navigation}>
        {NAVIGATION.map(({ site, href }) => (
          <a key={site} href={href} aria-current={SITE_OF[page] === site ? "page" : undefined}>
            {texts[site]}
          </a>
        ))}
      </nav>
      <nav class="languages" aria-label={texts.languages}>
        {(Object.keys(TEXTS) as Language[]).map((other) => (
          <a
            key={other}
            href={`${path}?lang=${other}`}
            lang={other}
            hreflang={other}
            aria-current={other === language ? "true" : undefined}
          >
            {TEXTS[other].language}
          </a>
        ))}
      </nav>
    </header>
  );
}

function Footer({ frame: { language, statusUrl } }: Pick<DocumentProps, "frame">) {
  const texts = TEXTS[language];
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
