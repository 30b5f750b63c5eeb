import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import { Banner } from "../banner/banner.tsx";
import { ComponentGroups } from "../components/component-groups.tsx";
import { PastStories, Stories } from "../incidents/incidents.tsx";
import { comingOf, openOf, runningOf } from "../incidents/stories.ts";
import { useReader, useTexts } from "../reader/reader.ts";

interface OverviewPageProps {
  readonly view: PageView;
  readonly isStale: boolean;
}

/** The main page: how everything is, what is going on, what comes, and what was. */
export function OverviewPage({ view, isStale }: OverviewPageProps): JSX.Element {
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
