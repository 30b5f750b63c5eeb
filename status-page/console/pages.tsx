import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { ConsoleContent } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
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
import { ReportOfAllPage } from "./report-of-all-page.tsx";
import { RunPage, RunsPage } from "./run-pages.tsx";
import { SubscribersPage } from "./subscribers-page.tsx";
import { CONSOLE_TEXTS, type ConsoleTexts, saidIn, useConsoleTexts } from "./texts.ts";

type Kind = ConsoleContent["kind"];
type Texts = ConsoleTexts["console"];

/** A page of the console: what it shows, and its title. */
interface ConsolePage<Content> {
  readonly Page: (content: Content) => JSX.Element;
  readonly title: (texts: Texts, content: Content, language: Language) => string;
}

/** Every page of the console, by the kind of its content. */
const PAGES: { readonly [K in Kind]: ConsolePage<Extract<ConsoleContent, { kind: K }>> } = {
  signIn: { Page: SignInPage, title: (texts) => texts.signInTitle },
  forbidden: { Page: ForbiddenPage, title: (texts) => texts.forbidden },
  gone: { Page: GonePage, title: (texts, { what }) => goneTitle(what, texts) },
  now: { Page: NowPage, title: (texts) => texts.nowTitle },
  runs: {
    Page: RunsPage,
    title: (texts, { view }) => fill(texts.keptRunsOf, { check: view.checkId }),
  },
  run: {
    Page: RunPage,
    title: (texts, { view }) => fill(texts.runOf, { check: view.run.checkId }),
  },
  requestedRun: {
    Page: RequestedRunPage,
    title: (texts, { view }) => requestedRunTitle(view, texts),
  },
  incidents: { Page: IncidentsPage, title: (texts) => texts.tell.incidents },
  incident: {
    Page: IncidentPage,
    title: ({ tell }, { view: { incident } }, language) =>
      incident === null ? tell.newIncident : saidIn(incident, "name", language),
  },
  onCall: { Page: OnCallPage, title: (texts) => texts.onCall.title },
  maintenances: { Page: MaintenancesPage, title: ({ work }) => work.nav.maintenance },
  maintenance: {
    Page: MaintenancePage,
    title: ({ work }, { view: { maintenance } }, language) =>
      maintenance === null ? work.maintenance.schedule : saidIn(maintenance, "name", language),
  },
  components: { Page: ComponentsPage, title: ({ work }) => work.nav.components },
  component: {
    Page: ComponentPage,
    title: ({ work }, { view }, language) =>
      fill(work.components.sayFor, { component: view.component.name[language] }),
  },
  graph: { Page: GraphPage, title: (texts) => texts.graph.title },
  deliveries: { Page: DeliveriesPage, title: ({ work }) => work.nav.deliveries },
  subscribers: { Page: SubscribersPage, title: ({ work }) => work.nav.subscribers },
  audit: { Page: AuditPage, title: ({ work }) => work.nav.audit },
  report: { Page: ReportOfAllPage, title: (texts) => texts.reports.title },
};

/** Returns what a page of the console shows, and its title. */
export function consolePage(
  content: ConsoleContent,
  language: Language,
): { readonly body: JSX.Element; readonly title: string } {
  const { Page, title } = PAGES[content.kind] as ConsolePage<ConsoleContent>;
  return {
    body: <Page {...content} />,
    title: title(CONSOLE_TEXTS[language].console, content, language),
  };
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
