import type { JSX } from "preact";
import type { PageView } from "#status-api/render/page-view.ts";
import { Banner } from "../banner/banner.tsx";
import { ComponentGroups } from "../components/component-groups.tsx";
import { PageFooter } from "../frame/footer.tsx";
import { StaleNotice, stalenessOf } from "../frame/freshness.tsx";
import { PageHeader } from "../frame/header.tsx";
import { OpenIncidents, PastIncidents } from "../incidents/incidents.tsx";
import { type Reader, ReaderContext } from "../reader/reader.ts";
import { StatusMarkShapes } from "../status/status-mark.tsx";

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
      <PageFooter view={view} />
    </ReaderContext.Provider>
  );
}
