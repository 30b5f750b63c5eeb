import type { JSX } from "preact";
import type { PageView } from "#status-api/render/page-view.ts";
import { Banner } from "./banner.tsx";
import { ComponentGroups } from "./component-groups.tsx";
import { PageFooter } from "./footer.tsx";
import { StaleNotice, stalenessOf } from "./freshness.tsx";
import { PageHeader } from "./header.tsx";
import { OpenIncidents, PastIncidents } from "./incidents.tsx";
import { type Reader, ReaderContext } from "./reader.ts";
import { StatusMarkShapes } from "./status-mark.tsx";

export interface PageProps {
  readonly view: PageView;
  readonly reader: Reader;
  readonly nowMs: number;
  /** Whether the page has tried in vain to refresh itself. */
  readonly isConnectionLost: boolean;
}

/** The whole status page. */
export function Page({ view, reader, nowMs, isConnectionLost }: PageProps): JSX.Element {
  const staleness = stalenessOf(view, nowMs, isConnectionLost);
  return (
    <ReaderContext.Provider value={reader}>
      <StatusMarkShapes />
      <PageHeader name={view.name[reader.language]} />
      <main id="content">
        {staleness !== undefined && (
          <StaleNotice staleness={staleness} ageMs={nowMs - view.dataAtMs} />
        )}
        <Banner view={view} isStale={staleness !== undefined} />
        <OpenIncidents view={view} />
        <p id="strip-help" class="hidden">
          {reader.texts.stripHelp}
        </p>
        <ComponentGroups view={view} />
        <PastIncidents view={view} />
      </main>
      <PageFooter weights={view.weights} />
    </ReaderContext.Provider>
  );
}
