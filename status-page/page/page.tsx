import type { JSX } from "preact";
import { fill } from "#web-kit/language/texts.ts";
import type { PageContent } from "#status-api/page/page-build.ts";
import type { PageView } from "#status-api/page/page-view.ts";
import type { FigureRange } from "#status-api/page/page-view-figures.ts";
import type { StoryPageView } from "#status-api/page/page-view-story.ts";
import { Banner } from "../banner/banner.tsx";
import { ComponentPage } from "../component/component-page.tsx";
import { PageFooter } from "../frame/footer.tsx";
import { PageHeader } from "../frame/header.tsx";
import { ComponentGroups } from "../components/component-groups.tsx";
import { HistoryPage } from "../incidents/history-page.tsx";
import { PastStories, Stories } from "../incidents/incidents.tsx";
import { comingOf, openOf, runningOf } from "../incidents/stories.ts";
import { StoryPage } from "../incidents/story-page.tsx";
import { type Reader, ReaderContext, useReader, useTexts } from "../reader/reader.ts";
import { StatusMarkShapes } from "../status/status-mark.tsx";

interface PageProps {
  readonly content: PageContent;
  readonly path: string;
  readonly reader: Reader;
  readonly nowMs: number;
  /** Whether the page has tried in vain to refresh itself. */
  readonly isConnectionLost: boolean;
  /** Shows charts of another range in place. */
  readonly onRange?: (range: FigureRange) => void;
}

export function Page(props: PageProps): JSX.Element {
  const { content, path, reader, nowMs, isConnectionLost } = props;
  const live = liveOf(content);
  const staleness = live === null ? undefined : stalenessOf(live, nowMs, isConnectionLost);
  return (
    <ReaderContext.Provider value={{ ...reader, nowMs: live === null ? null : nowMs }}>
      <StatusMarkShapes />
      <PageHeader name={content.view.name[reader.language]} path={path} />
      <main id="content">
        {live !== null && staleness !== undefined && (
          <StaleNotice staleness={staleness} ageMs={nowMs - live.dataAtMs} />
        )}
        <PageBody {...props} isStale={staleness !== undefined} />
      </main>
      <PageFooter path={path} hasTimes {...figuresOf(content)} />
    </ReaderContext.Provider>
  );
}

function PageBody({ content, isStale, onRange }: PageProps & { isStale: boolean }): JSX.Element {
  switch (content.kind) {
    case "overview":
      return <OverviewPage view={content.view} isStale={isStale} />;
    case "component":
      return <ComponentPage view={content.view} onRange={onRange} />;
    case "story":
      return <StoryPage view={content.view} />;
    case "history":
      return <HistoryPage view={content.view} />;
  }
}

/** The main page: how everything is, what is going on, what comes, and what was. */
function OverviewPage({ view, isStale }: { view: PageView; isStale: boolean }): JSX.Element {
  const { texts } = useReader();
  const titles = useTexts("incidents");
  return (
    <>
      <Banner view={view} isStale={isStale} />
      <Stories
        id="open-incidents"
        title={titles.openIncidents}
        stories={openOf(view)}
        view={view}
      />
      <Stories
        id="running-maintenance"
        title={titles.runningMaintenance}
        stories={runningOf(view)}
        view={view}
      />
      <p id="strip-help" class="hidden">
        {texts.stripHelp}
      </p>
      <ComponentGroups view={view} />
      <Stories
        id="scheduled-maintenance"
        title={titles.comingMaintenance}
        stories={comingOf(view)}
        view={view}
      />
      <PastStories view={view} />
    </>
  );
}

/** Returns how fresh a page is; null for those that tell of what is over. */
export function liveOf({ kind, view }: PageContent): StoryPageView["live"] {
  if (kind === "history") return null;
  return kind === "story" ? view.live : view;
}

/** What the footer explains: nothing on pages without figures. */
function figuresOf({ kind, view }: PageContent): Pick<Parameters<typeof PageFooter>[0], "view"> {
  return kind === "overview" || kind === "component" ? { view } : {};
}

/** Checks run every minute; after three minutes without a result the data is stale. */
const staleMs = 180_000;

const minuteMs = 60_000;

/** Why the page may not show the current state. */
type Staleness = "connectionLost" | "databaseAway" | "stale";

/** Tells whether the data is old, and why; `connectionLost` once the page can no longer refresh itself. */
function stalenessOf(
  live: NonNullable<StoryPageView["live"]>,
  nowMs: number,
  isConnectionLost: boolean,
): Staleness | undefined {
  if (isConnectionLost) return "connectionLost";
  if (live.databaseAway) return "databaseAway";
  return nowMs - live.dataAtMs > staleMs ? "stale" : undefined;
}

function StaleNotice({ staleness, ageMs }: { staleness: Staleness; ageMs: number }): JSX.Element {
  const { formats } = useReader();
  return (
    <p class="notice" role="status">
      {fill(useTexts("frame").old[staleness], { age: formats.duration(wholeMinutesMs(ageMs)) })}
    </p>
  );
}

/** In whole minutes, since a text that changes every second is hard to read. */
function wholeMinutesMs(ms: number): number {
  return Math.max(minuteMs, Math.floor(ms / minuteMs) * minuteMs);
}
