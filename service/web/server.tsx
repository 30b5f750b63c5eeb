import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { Dashboard, SignIn } from "./dashboard/dashboard.tsx";
import { TEXTS as DASHBOARD_TEXTS } from "./dashboard/texts.ts";
import { Demo } from "./demo/demo.tsx";
import { TEXTS as DEMO_TEXTS } from "./demo/texts.ts";
import { Docs } from "./docs/docs.tsx";
import { TEXTS as DOCS_TEXTS } from "./docs/texts.ts";
import { Document } from "./frame/document.tsx";
import type { PageContent, PageFrame, RenderPage } from "./page.ts";
import { TEXTS as WEBSITE_TEXTS } from "./website/texts.ts";
import { Website } from "./website/website.tsx";

/** Renders a page; `<meta name="page">` names it for whoever checks that it is the right one. */
export const renderPage: RenderPage = (content, frame) =>
  `<!doctype html>${renderToString(
    <Document page={content.page} frame={frame}>
      {body(content, frame)}
    </Document>,
  )}`;

function body(content: PageContent, { language, baseUrl }: PageFrame): ComponentChild {
  switch (content.page) {
    case "website":
      return <Website texts={WEBSITE_TEXTS[language]} />;
    case "docs":
      return <Docs texts={DOCS_TEXTS[language]} content={content} baseUrl={baseUrl} />;
    case "demo":
      return <Demo texts={DEMO_TEXTS[language]} content={content} />;
    case "sign-in":
      return <SignIn texts={DASHBOARD_TEXTS[language]} problem={content.problem} />;
    case "dashboard":
      return <Dashboard texts={DASHBOARD_TEXTS[language]} content={content} />;
  }
}
