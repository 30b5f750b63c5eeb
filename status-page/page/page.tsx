import { MINUTE_MS } from "#units/time.ts";
import type { JSX } from "preact";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { PageContent } from "#status-api/page/page-build.ts";
import type { FigureRange } from "#monitor/domain/figure-ranges.ts";
import type { StatusEventPageView } from "#status-api/page/page-view-status-event.ts";
import { PageFooter } from "../frame/footer.tsx";
import { PageHeader } from "../frame/header.tsx";
import { liveOf } from "../live/live-of.ts";
import { type Reader, ReaderContext, useReader, useTexts } from "../reader/reader.ts";
import { StatusMarkShapes } from "../status/status-mark.tsx";

export type PageKind = PageContent["kind"];

/** The main part of pages of one kind; only the script of that kind contains it. */
export type PageBody<Kind extends PageKind = PageKind> = (props: {
  readonly view: Extract<PageContent, { readonly kind: Kind }>["view"];
  readonly isStale: boolean;
  readonly onRange: ((range: FigureRange) => void) | undefined;
}) => JSX.Element;

interface PageProps {
  readonly content: PageContent;
  /** The body of the content's kind. */
  readonly body: PageBody;
  readonly path: string;
  readonly identity: PageIdentity;
  readonly reader: Reader;
  readonly nowMs: number;
  /** Whether the page has failed to refresh itself. */
  readonly isConnectionLost: boolean;
  /** Shows charts of another range in place. */
  readonly onRange?: (range: FigureRange) => void;
}

export function Page(props: PageProps): JSX.Element {
  const { content, body: Body, path, identity, reader, nowMs, isConnectionLost, onRange } = props;
  const live = liveOf(content);
  const staleness = live === null ? undefined : stalenessOf(live, nowMs, isConnectionLost);
  return (
    <ReaderContext.Provider value={{ ...reader, nowMs: live === null ? null : nowMs }}>
      <StatusMarkShapes />
      <PageHeader name={content.view.name[reader.language]} identity={identity} path={path} />
      <main id="content">
        {live !== null && staleness !== undefined && (
          <StaleNotice staleness={staleness} ageMs={nowMs - live.dataAtMs} />
        )}
        <Body view={content.view} isStale={staleness !== undefined} onRange={onRange} />
      </main>
      <PageFooter path={path} links={identity.links} hasTimes {...figuresOf(content)} />
    </ReaderContext.Provider>
  );
}

/** Returns what the footer explains: nothing on pages without figures. */
function figuresOf({ kind, view }: PageContent): Pick<Parameters<typeof PageFooter>[0], "view"> {
  return kind === "overview" || kind === "component" ? { view } : {};
}

/** Checks run every minute; after three minutes without a result the data is stale. */
const STALE_MS = 180_000;

/** Why the page may not show the current state. */
type Staleness = "connectionLost" | "databaseAway" | "stale";

/** Returns why the data is old, or undefined; `connectionLost` once the page can no longer refresh itself. */
function stalenessOf(
  live: NonNullable<StatusEventPageView["live"]>,
  nowMs: number,
  isConnectionLost: boolean,
): Staleness | undefined {
  if (isConnectionLost) return "connectionLost";
  if (live.databaseAway) return "databaseAway";
  return nowMs - live.dataAtMs > STALE_MS ? "stale" : undefined;
}

function StaleNotice({ staleness, ageMs }: { staleness: Staleness; ageMs: number }): JSX.Element {
  const { formats } = useReader();
  return (
    <p class="notice staleness" role="status">
      {fill(useTexts("frame").old[staleness], { age: formats.duration(wholeMinutesMs(ageMs)) })}
    </p>
  );
}

/** Rounds down to whole minutes, at least one, because a text that changes every second is hard to read. */
function wholeMinutesMs(ms: number): number {
  return Math.max(MINUTE_MS, Math.floor(ms / MINUTE_MS) * MINUTE_MS);
}
