import type { PageModule } from "#status-api/page/page-build.ts";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { Document } from "./frame/document.tsx";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { serverReader } from "./reader/reader.ts";
import { liveOf } from "./live/live-of.ts";
import { PAGE_ROOT_ID, type PageState } from "./live/page-model.ts";
import { descriptionOf } from "./page/description-of.ts";
import { ComponentPage } from "./component/component-page.tsx";
import { HistoryPage } from "./incidents/history-page.tsx";
import { StatusEventPage } from "./incidents/status-event-page.tsx";
import { ReportPage } from "./reports/report-page.tsx";
import { headOf } from "./page/head-of.ts";
import { OverviewPage } from "./page/overview-page.tsx";
import { pictureOf } from "./page/picture-of.ts";
import { Page, type PageBody, type PageKind } from "./page/page.tsx";

export { setBasePath } from "./paths/base-path.ts";
export { renderConsole } from "./console/render-console.tsx";
export { renderMessage } from "./frame/render-message.tsx";
export { renderSubscription } from "./subscription/render-subscription.tsx";

const bodies: { readonly [Kind in PageKind]: PageBody<Kind> } = {
  overview: OverviewPage,
  component: ComponentPage,
  statusEvent: StatusEventPage,
  history: HistoryPage,
  report: ReportPage,
};

/** Renders a whole page, with the state from which its script hydrates it. */
export const renderPage: PageModule["renderPage"] = (content, options) => {
  const { language, path, identity } = options;
  const reader = serverReader(language);
  // A page about the past must stay the same byte for byte.
  const renderedAtMs = liveOf(content) === null ? 0 : options.renderedAtMs;
  const state: PageState = { content, path, identity, language, renderedAtMs };
  const { name, url } = content.view;
  const siteUrl = url.replace(/\/$/, "");
  const picture = pictureOf(content, siteUrl, reader);
  const place = { siteUrl, path, siteName: name[language], picture };
  return writeDocument(
    <Document
      {...headOf(content, reader)}
      description={descriptionOf(content, reader)}
      options={options}
      place={place}
      script={content.kind}
    >
      <div id={PAGE_ROOT_ID}>
        <Page
          content={content}
          body={bodies[content.kind] as PageBody}
          path={path}
          identity={identity}
          reader={reader}
          nowMs={renderedAtMs}
          isConnectionLost={false}
        />
      </div>
      <PageStateScript state={state} />
    </Document>,
  );
};
