import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { saidIn } from "#monitor/domain/localized-text.ts";
import type { JSX } from "preact";
import type {
  ConsoleContent,
  ConsoleKind,
  ConsoleViews,
} from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { StatusMarkShapes } from "../status/status-mark.tsx";
import { RequestedRunPage, requestedRunTitle } from "./requested-run-page.tsx";
import { AuditPage } from "./audit-page.tsx";
import { ComponentPage, ComponentsPage } from "./component-pages.tsx";
import { DeliveriesPage } from "./deliveries-page.tsx";
import { GraphPage } from "./graph-page.tsx";
import { IncidentPage, IncidentsPage } from "./incident-pages.tsx";
import { MaintenancePage, MaintenancesPage } from "./maintenance-pages.tsx";
import { ForbiddenPage, GonePage, goneTitle, SignInPage } from "./message-pages.tsx";
import { NowPage } from "./now-page.tsx";
import { OnCallPage } from "./on-call-page.tsx";
import { Alert } from "./page-parts.tsx";
import { problemWords } from "./refusal-words.ts";
import { ReportOfAllPage } from "./report-of-all-page.tsx";
import { RunPage, RunsPage } from "./run-pages.tsx";
import { SubscribersPage } from "./subscribers-page.tsx";
import { CONSOLE_TEXTS, type ConsoleTexts, useConsoleTexts } from "./texts.ts";

type Texts = ConsoleTexts["console"];

/** A page of the console: its title, and what stands below it. */
interface ConsolePage<View> {
  readonly Page: (props: { readonly view: View }) => JSX.Element | null;
  readonly title: (texts: Texts, view: View, language: Language) => string;
  /** The heading, where it is not the title; null where the page has its own. */
  readonly heading?: (view: View) => string | null;
  /** What whoever may publish begins here: the path below which its form is, and the words of the link to it. */
  readonly begin?: { readonly path: string; readonly words: (texts: Texts) => string };
  /** Whether it is reached from the page of the current state, and so leads back there. */
  readonly isBelowNow?: boolean;
  /** The sentence around the reason of a refusal, where it is not that nothing was changed. */
  readonly refused?: (texts: Texts) => string;
  readonly class?: string;
}

/** Every page of the console, by the kind of its content. */
const PAGES: { readonly [Kind in ConsoleKind]: ConsolePage<ConsoleViews[Kind]> } = {
  signIn: { Page: SignInPage, title: (texts) => texts.signInTitle, class: "message" },
  forbidden: { Page: ForbiddenPage, title: (texts) => texts.forbidden, class: "message" },
  gone: { Page: GonePage, title: (texts, { what }) => goneTitle(what, texts), class: "message" },
  now: { Page: NowPage, title: (texts) => texts.nowTitle, class: "console console-now" },
  runs: {
    Page: RunsPage,
    title: (texts, { checkId }) => fill(texts.keptRunsOf, { check: checkId }),
    isBelowNow: true,
  },
  run: {
    Page: RunPage,
    title: (texts, { run }) => fill(texts.runOf, { check: run.checkId }),
    heading: ({ run }) => run.checkId,
    isBelowNow: true,
  },
  requestedRun: {
    Page: RequestedRunPage,
    title: ({ requestedRuns }, view) => requestedRunTitle(view, requestedRuns),
    isBelowNow: true,
    refused: ({ requestedRuns }) => requestedRuns.refused,
  },
  incidents: {
    Page: IncidentsPage,
    title: ({ tell }) => tell.incidents,
    begin: { path: CONSOLE_PATHS.incidents, words: ({ tell }) => tell.newIncident },
  },
  incident: {
    Page: IncidentPage,
    title: ({ tell }, { incident }, language) =>
      incident === null ? tell.newIncident : saidIn(incident, "name", language),
    refused: ({ tell }) => tell.refused,
  },
  onCall: { Page: OnCallPage, title: ({ onCall }) => onCall.title },
  maintenances: {
    Page: MaintenancesPage,
    title: ({ work }) => work.nav.maintenance,
    begin: { path: CONSOLE_PATHS.maintenance, words: ({ work }) => work.maintenance.schedule },
  },
  maintenance: {
    Page: MaintenancePage,
    title: ({ work }, { maintenance }, language) =>
      maintenance === null ? work.maintenance.schedule : saidIn(maintenance, "name", language),
  },
  components: { Page: ComponentsPage, title: ({ work }) => work.nav.components },
  component: {
    Page: ComponentPage,
    title: ({ work }, { component }, language) =>
      fill(work.components.sayFor, { component: component.name[language] }),
  },
  graph: { Page: GraphPage, title: ({ graph }) => graph.title, isBelowNow: true },
  deliveries: { Page: DeliveriesPage, title: ({ work }) => work.nav.deliveries },
  subscribers: { Page: SubscribersPage, title: ({ work }) => work.nav.subscribers },
  audit: { Page: AuditPage, title: ({ work }) => work.nav.audit },
  report: {
    Page: ReportOfAllPage,
    title: ({ reports }) => reports.title,
    heading: () => null,
    isBelowNow: true,
  },
};

/** Returns the title of a page of the console, and the page: its heading, why something was refused, and what it shows. */
export function consolePage(
  { kind, view, problem }: ConsoleContent,
  language: Language,
): { readonly body: JSX.Element; readonly title: string } {
  const page = PAGES[kind] as ConsolePage<typeof view>;
  const { Page, begin, isBelowNow = false, refused, class: ofPage = "console" } = page;
  const texts = CONSOLE_TEXTS[language].console;
  const title = page.title(texts, view, language);
  const heading = page.heading === undefined ? title : page.heading(view);
  const body = (
    <main id="content" class={ofPage}>
      <StatusMarkShapes />
      {isBelowNow && (
        <p class="back">
          <a href={CONSOLE_PATHS.now}>{texts.nowTitle}</a>
        </p>
      )}
      {begin === undefined ? (
        heading !== null && <h1>{heading}</h1>
      ) : (
        <div class="console-head">
          <h1>{heading}</h1>
          {"canPublish" in view && view.canPublish && (
            <a class="button" href={`${begin.path}/new`}>
              {begin.words(texts)}
            </a>
          )}
        </div>
      )}
      {problem !== null && (
        <Alert>{problemWords(problem, texts, refused?.(texts) ?? texts.work.notDone)}</Alert>
      )}
      <Page view={view} />
    </main>
  );
  return { body, title };
}

/** The pages that each page links to, each with a function that returns its name from the texts. */
const LINKS: readonly (readonly [href: string, nameIn: (texts: Texts) => string])[] = [
  [CONSOLE_PATHS.now, ({ nowTitle }) => nowTitle],
  [CONSOLE_PATHS.incidents, ({ tell }) => tell.incidents],
  [CONSOLE_PATHS.onCall, ({ onCall }) => onCall.title],
  [CONSOLE_PATHS.maintenance, ({ work }) => work.nav.maintenance],
  [CONSOLE_PATHS.components, ({ work }) => work.nav.components],
  [CONSOLE_PATHS.graph, ({ graph }) => graph.title],
  [CONSOLE_PATHS.deliveries, ({ work }) => work.nav.deliveries],
  [CONSOLE_PATHS.subscribers, ({ work }) => work.nav.subscribers],
  [CONSOLE_PATHS.audit, ({ work }) => work.nav.audit],
  [CONSOLE_PATHS.reports, ({ reports }) => reports.title],
];

/** Links to the pages of the console; pages below one of them count as that page. */
export function ConsoleNav({ path }: { readonly path: string }): JSX.Element {
  const texts = useConsoleTexts().console;
  const [place] = path.split("?");
  const current = (href: string): "page" | "true" | undefined => {
    if (place === href) return "page";
    return href !== CONSOLE_PATHS.now && place?.startsWith(`${href}/`) === true
      ? "true"
      : undefined;
  };
  return (
    <nav class="console-nav" aria-label={texts.work.nav.label}>
      <ul>
        {LINKS.map(([href, nameIn]) => (
          <li key={href}>
            <a href={href} aria-current={current(href)}>
              {nameIn(texts)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
