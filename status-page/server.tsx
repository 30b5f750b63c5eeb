import type { PageModule } from "#status-api/page/page-build.ts";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { Document } from "./frame/document.tsx";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { serverReader } from "./reader/reader.ts";
import { pageRootId, type PageState } from "./live/page-model.ts";
import { descriptionOf } from "./page/description-of.ts";
import { headOf } from "./page/head-of.ts";
import { liveOf, Page } from "./page/page.tsx";

export { renderMessage } from "./frame/render-message.tsx";
export { renderSubscription } from "./subscription/render-subscription.tsx";

/** Renders a whole page; the script finds its state in it and takes over. */
export const renderPage: PageModule["renderPage"] = (content, options) => {
  const { language, path } = options;
  const reader = serverReader(language);
  // A page of something that is over stays the same bytes.
  const renderedAtMs = liveOf(content) === null ? 0 : options.renderedAtMs;
  const state: PageState = { content, path, language, renderedAtMs };
  const { name, url } = content.view;
  const place = { siteUrl: url.replace(/\/$/, ""), path, siteName: name[language] };
  return writeDocument(
    <Document
      {...headOf(content, reader)}
      description={descriptionOf(content, reader)}
      options={options}
      place={place}
      script="page"
    >
      <div id={pageRootId}>
        <Page
          content={content}
          path={path}
          reader={reader}
          nowMs={renderedAtMs}
          isConnectionLost={false}
        />
      </div>
      <PageStateScript state={state} />
    </Document>,
  );
};
