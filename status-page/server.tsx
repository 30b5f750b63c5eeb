import type { ComponentChildren, JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import type { PageModule } from "#status-api/page-build.ts";
import type { Language } from "#status-api/states.ts";
import { pageStateId, pageStateJson } from "#design-system/page-state.ts";
import { toneOf } from "./banner/banner.tsx";
import { Document } from "./frame/document.tsx";
import { Page } from "./overview/page.tsx";
import { pageRootId, type PageState } from "./live/page-state.ts";
import { type Reader, readerOf } from "./reader/reader.ts";
import { titleOf } from "./overview/title.ts";
import { textsOf } from "./texts/texts.ts";

/** The server does not know the reader's zone, so times are UTC until the script runs. */
const readers: Readonly<Record<Language, Reader>> = {
  en: readerOf("en", "UTC", false),
  tr: readerOf("tr", "UTC", false),
};

/** Renders the whole page; the script finds its state in it and takes over. */
export const renderPage: PageModule["renderPage"] = (view, options) => {
  const { language, renderedAtMs } = options;
  const reader = readers[language];
  const state: PageState = { view, language, renderedAtMs };
  return documentOf(
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

const waitingReloadSeconds = 5;

/** Renders what readers see before any monitor has reported; the browser keeps asking. */
export const renderWaiting: PageModule["renderWaiting"] = (options) => {
  const { waitingTitle, waitingText } = textsOf[options.language];
  return documentOf(
    <Document
      title={waitingTitle}
      description={waitingText}
      tone="unknown"
      options={options}
      withScript={false}
      reloadSeconds={waitingReloadSeconds}
    >
      <Message title={waitingTitle} text={waitingText} />
    </Document>,
  );
};

/** Renders what readers see where there is nothing. */
export const renderNotFound: PageModule["renderNotFound"] = (options) => {
  const { notFoundTitle, notFoundText, backToPage } = textsOf[options.language];
  return documentOf(
    <Document
      title={notFoundTitle}
      description={notFoundText}
      tone="unknown"
      options={options}
      withScript={false}
    >
      <Message title={notFoundTitle} text={notFoundText}>
        <a href="/">{backToPage}</a>
      </Message>
    </Document>,
  );
};

function Message({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <main class="message">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}

function documentOf(document: JSX.Element): string {
  return `<!doctype html>${renderToString(document)}`;
}
