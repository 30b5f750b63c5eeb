import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { Dashboard, SignIn } from "./dashboard.tsx";
import { Demo } from "./demo.tsx";
import { Docs } from "./docs.tsx";
import type { PageContent, PageFrame, RenderPage } from "./page.ts";
import { TEXTS, type Texts } from "./texts.ts";
import { Website } from "./website.tsx";

const NAVIGATION = [
  { href: "/docs", text: "docs" },
  { href: "/demo", text: "demo" },
  { href: "/dashboard", text: "dashboard" },
] as const;

/** A sound wave; within the page, so that no second request is needed. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" stroke="#0b9a86" stroke-width="2" stroke-linecap="round"><path d="M2 7v2M5 4v8M8 2v12M11 5v6M14 7v2"/></svg>',
)}`;

/** Renders a page; `<meta name="page">` names it for whoever checks that it is the right one. */
export const renderPage: RenderPage = (content, frame) =>
  `<!doctype html>${renderToString(<Document content={content} frame={frame} />)}`;

function Document({ content, frame }: { content: PageContent; frame: PageFrame }) {
  const texts = TEXTS[frame.language];
  return (
    <html lang={frame.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="page" content={content.page} />
        <title>{texts.name}</title>
        <link rel="icon" href={ICON} />
        {frame.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {frame.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <header class="bar">
          <a class="name" href="/">
            {texts.name}
          </a>
          <nav>
            {NAVIGATION.map(({ href, text }) => (
              <a key={href} href={href}>
                {texts[text]}
              </a>
            ))}
          </nav>
        </header>
        <main>{body(content, frame, texts)}</main>
      </body>
    </html>
  );
}

function body(content: PageContent, frame: PageFrame, texts: Texts): ComponentChild {
  switch (content.page) {
    case "website":
      return <Website texts={texts} />;
    case "docs":
      return <Docs texts={texts} content={content} baseUrl={frame.baseUrl} />;
    case "demo":
      return <Demo texts={texts} />;
    case "sign-in":
      return <SignIn texts={texts} problem={content.problem} />;
    case "dashboard":
      return <Dashboard texts={texts} content={content} />;
  }
}
