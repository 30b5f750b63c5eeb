import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { Dashboard, DASHBOARD_ROOT_ID } from "./dashboard/dashboard.tsx";
import { readerOf } from "./dashboard/frame/reader.ts";
import type { DashboardState } from "./dashboard/page-state.ts";
import { Demo } from "./demo/demo.tsx";
import { TEXTS as DEMO_TEXTS } from "./demo/texts.ts";
import { Docs } from "./docs/docs.tsx";
import { TEXTS as DOCS_TEXTS } from "./docs/texts.ts";
import { Document } from "./frame/document.tsx";
import type { PageContent, PageFrame, RenderPage } from "./page.ts";
import { pageStateId, pageStateJson } from "#design-system/page-state.ts";
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
    case "sign-up":
    case "dashboard":
      return dashboard({ content, language, baseUrl });
  }
}

/** The dashboard with what its script takes over from. */
function dashboard(state: DashboardState): ComponentChild {
  const { content, language, baseUrl } = state;
  return (
    <>
      <div id={DASHBOARD_ROOT_ID}>
        <Dashboard content={content} reader={readerOf(language, baseUrl)} />
      </div>
      <script
        type="application/json"
        id={pageStateId}
        dangerouslySetInnerHTML={{ __html: pageStateJson(state) }}
      />
    </>
  );
}
