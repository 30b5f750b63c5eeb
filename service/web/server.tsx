import type { ComponentChild } from "preact";
import {
  Dashboard,
  DASHBOARD_ROOT_ID,
  type DashboardState,
  dashboardTitle,
} from "./dashboard/dashboard.tsx";
import type { EveryContent } from "./dashboard/frame/content.ts";
import { sortedEntries } from "./dashboard/pronunciations/search.ts";
import { prepareHighlighting } from "./code/code-block.tsx";
import { Demo } from "./demo/demo.tsx";
import { Docs } from "./docs/docs.tsx";
import type { DocsContent } from "./docs/frame/content.ts";
import type { ArticleProps } from "./docs/frame/article.tsx";
import { guideMarkdown } from "./docs/guides/guide-markdown.ts";
import { GUIDE_NAMES, markdownHrefOf } from "./docs/guides/guides.ts";
import { llmsFull, llmsIndex } from "./docs/pages/llms.ts";
import { findPage } from "./docs/pages/pages.ts";
import { searchEntries } from "./docs/pages/search-entries.ts";
import { writeIndex } from "./docs/search/search-index.ts";
import { hrefOfEntry, referenceEntries } from "./reference/documents/entries.ts";
import { documentForReaders } from "./reference/documents/for-readers.ts";
import { documentPath, REFERENCE_PATHS } from "./reference/frame/paths.ts";
import { Reference } from "./reference/reference.tsx";
import {
  type PageContent,
  type PageFrame,
  type Site,
  SITE_OF,
  SiteDocument,
} from "./site-document.tsx";
import { peopleWords } from "./texts/people-words.ts";
import { ALL_TEXTS } from "./texts/texts.ts";
import sampleClip from "./website/merhaba.mp3?url";
import type { Language } from "#web-kit/language/languages.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { Website } from "./website/website.tsx";

/** Renders a page as a whole document; `<meta name="page">` names it, so that checks can verify which page it is. */
export function renderPage(content: PageContent, frame: PageFrame): string {
  return writeDocument(
    <SiteDocument page={content.page} title={titleOf(content, frame)} frame={frame}>
      {body(content, frame)}
    </SiteDocument>,
  );
}

/** Returns the part of the site that a page belongs to. */
export function siteOf({ page }: Pick<PageContent, "page">): Site {
  return SITE_OF[page];
}

/** Returns whether there is a page `/docs/{slug}`. */
export function isDocsPage(content: DocsContent): boolean {
  return findPage({ content, language: "en", baseUrl: "" }) !== undefined;
}

export { prepareHighlighting };

/** Returns the search index of the documentation, as its page loads it. */
export async function searchIndex(props: ArticleProps): Promise<string> {
  const entries = await searchEntries(props);
  return writeIndex(entries, props.language, ALL_TEXTS.search[props.language]);
}

/** The documentation for programs, by path: each guide as Markdown, and the files of llmstxt.org. */
export const markdownFiles: Readonly<Record<string, (props: ArticleProps) => string>> = {
  ...Object.fromEntries(
    GUIDE_NAMES.map((name) => [
      markdownHrefOf(name),
      (props: ArticleProps) => guideMarkdown(name, props),
    ]),
  ),
  "/llms.txt": llmsIndex,
  "/llms-full.txt": llmsFull,
};

/** The reference's operations and WebSockets with their URLs, the paths of its pages, and the documents that they load. */
export { documentForReaders, documentPath, hrefOfEntry, REFERENCE_PATHS, referenceEntries };

/** The path of the clip that the examples transcribe, like `/assets/…`. */
export { sampleClip };

/** Returns the title of a page among several of its kind; undefined where its kind has only one. */
function titleOf(content: PageContent, frame: PageFrame): string | undefined {
  if (content.page === "docs") return findPage({ ...frame, content })?.title;
  if (content.page === "reference") {
    const texts = ALL_TEXTS.reference[frame.language];
    return `${texts.title}: ${texts[content.part]}`;
  }
  if (content.page !== "dashboard") return undefined;
  return dashboardTitle(content, ALL_TEXTS.dashboard[frame.language]);
}

function body(content: PageContent, frame: PageFrame): ComponentChild {
  const { language, baseUrl, statusUrl, path, emptyFields } = frame;
  if (isOfDashboard(content)) {
    const sent = emptyFields && { action: path, empty: emptyFields };
    return dashboard({ content: sorted(content), baseUrl, sent }, language);
  }
  switch (content.page) {
    case "website":
      return <Website {...{ language, content, baseUrl, statusUrl }} />;
    case "docs":
      return <Docs language={language} content={content} baseUrl={baseUrl} />;
    case "reference":
      return <Reference language={language} content={content} />;
    case "demo":
      return (
        <Demo
          texts={ALL_TEXTS.demo[language]}
          voiceTexts={ALL_TEXTS.voices[language]}
          content={content}
          people={peopleWords(content.people, ALL_TEXTS.people[language])}
        />
      );
    case "not-found":
      return <NotFound language={language} />;
  }
}

function isOfDashboard(content: PageContent): content is EveryContent {
  return SITE_OF[content.page] === "dashboard";
}

/** Sorts a dictionary on the server, because the first use of Intl.Collator would block a slow phone. */
function sorted(content: EveryContent): EveryContent {
  if (content.page !== "dashboard" || content.shown.view !== "pronunciations") return content;
  const { shown } = content;
  return { ...content, shown: { ...shown, entries: sortedEntries(shown.entries) } };
}

/** The dashboard, with the state from which its script hydrates it. */
function dashboard(state: DashboardState, language: Language): ComponentChild {
  return (
    <>
      <div id={DASHBOARD_ROOT_ID}>
        <Dashboard
          {...state}
          texts={ALL_TEXTS.dashboard[language]}
          voiceTexts={ALL_TEXTS.voices[language]}
          isLive={false}
        />
      </div>
      <PageStateScript state={state} />
    </>
  );
}

/** The page for an address that does not exist. */
function NotFound({ language }: { readonly language: Language }) {
  const texts = ALL_TEXTS.frame[language].notFound;
  return (
    <div class="not-found">
      <p class="not-found-status">404</p>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.text}</p>
      <p class="not-found-ways">
        <a class="button" href="/docs">
          {texts.docs}
        </a>
        <a class="button plain" href="/">
          {texts.home}
        </a>
        <a class="button plain" href="/demo">
          {texts.demo}
        </a>
      </p>
    </div>
  );
}
