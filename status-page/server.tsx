import type { PageModule } from "#status-api/page-build.ts";
import { pageStateId, pageStateJson } from "#design-system/page-state.ts";
import { toneOf } from "./banner/banner.tsx";
import { Document } from "./frame/document.tsx";
import { serverReaders, writeDocument } from "./frame/write-document.ts";
import { Page } from "./overview/page.tsx";
import { pageRootId, type PageState } from "./live/page-state.ts";
import { titleOf } from "./overview/title.ts";

export { renderMessage } from "./frame/render-message.tsx";
export { renderSubscription } from "./subscribe/render-subscription.tsx";

/** Renders the whole page; the script finds its state in it and takes over. */
export const renderPage: PageModule["renderPage"] = (view, options) => {
  const { language, renderedAtMs } = options;
  const reader = serverReaders[language];
  const state: PageState = { view, language, renderedAtMs };
  return writeDocument(
    <Document
      title={titleOf(view, reader)}
      description={reader.texts.pageDescription(view.name[language])}
      tone={toneOf[view.overall]}
      options={options}
      withScript
    >
      <div id={pageRootId}>
        <Page view={view} reader={reader} nowMs={renderedAtMs} isConnectionLost={false} />
      </div>
      <script
        type="application/json"
        id={pageStateId}
        dangerouslySetInnerHTML={{ __html: pageStateJson(state) }}
      />
    </Document>,
  );
};
