import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import { Banner } from "../banner/banner.tsx";
import { ComponentGroups } from "../components/component-groups.tsx";
import { PastStatusEvents, StatusEvents } from "../incidents/incidents.tsx";
import { comingOf, openOf, runningOf } from "../incidents/status-events.ts";
import { useReader, useTexts } from "../reader/reader.ts";

interface OverviewPageProps {
  readonly view: PageView;
  readonly isStale: boolean;
}

/** The main page: the overall status, current events, planned maintenance, and the past. */
export function OverviewPage({ view, isStale }: OverviewPageProps): JSX.Element {
  const { texts } = useReader();
  const titles = useTexts("incidents");
  return (
    <>
      <Banner view={view} isStale={isStale} />
      <StatusEvents
        id="open-incidents"
        title={titles.openIncidents}
        statusEvents={openOf(view)}
        view={view}
      />
      <StatusEvents
        id="running-maintenance"
        title={titles.runningMaintenance}
        statusEvents={runningOf(view)}
        view={view}
      />
      <p id="strip-help" class="hidden">
        {texts.stripHelp}
      </p>
      <ComponentGroups view={view} />
      <StatusEvents
        id="scheduled-maintenance"
        title={titles.comingMaintenance}
        statusEvents={comingOf(view)}
        view={view}
      />
      <PastStatusEvents view={view} />
    </>
  );
}
