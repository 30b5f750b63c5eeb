import { renderToString } from "preact-render-to-string";
import type { PageModule, PageOptions } from "#status-api/page-build.ts";
import type { Language } from "#status-api/states.ts";
import { toneOf } from "./banner.tsx";
import { Document } from "./document.tsx";
import { Page } from "./page.tsx";
import { pageRootId, pageStateId, pageStateJson } from "./page-state.ts";
import { type Reader, readerOf } from "./reader.ts";
import { titleOf } from "./title.ts";
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
  const state = pageStateJson({ view, language, renderedAtMs });
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
        dangerouslySetInnerHTML={{ __html: state }}
      />
    </Document>,
  );
};

/** Renders what readers see before any monitor has reported. */
export const renderWaiting: PageModule["renderWaiting"] = (options) => {
  const texts = textsOf[options.language];
  return messageDocument(options, texts.waitingTitle, texts.waitingText);
};

/** Renders what readers see where there is nothing. */
export const renderNotFound: PageModule["renderNotFound"] = (options) => {
  const texts = textsOf[options.language];
  return messageDocument(options, texts.notFoundTitle, texts.notFoundText, texts.backToPage);
};

function messageDocument(options: PageOptions, title: string, text: string, back?: string): string {
  return documentOf(
    <Document title={title} description={text} tone="unknown" options={options} withScript={false}>
      <main class="message">
        <h1>{title}</h1>
        <p>{text}</p>
        {back !== undefined && <a href="/">{back}</a>}
      </main>
    </Document>,
  );
}

function documentOf(document: Parameters<typeof renderToString>[0]): string {
  return `<!doctype html>${renderToString(document)}`;
}
