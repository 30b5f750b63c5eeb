import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import { Banner } from "../banner/banner.tsx";
import { ComponentGroups } from "../components/component-groups.tsx";
import { ComingMaintenance, OpenStories, PastStories } from "../incidents/incidents.tsx";
import { useReader } from "../reader/reader.ts";

/** The main page: how everything is, what is going on, what comes, and what was. */
export function OverviewPage({ view, isStale }: { view: PageView; isStale: boolean }): JSX.Element {
  const { texts } = useReader();
  return (
    <>
      <Banner view={view} isStale={isStale} />
      <OpenStories view={view} />
      <p id="strip-help" class="hidden">
        {texts.stripHelp}
      </p>
      <ComponentGroups view={view} />
      <ComingMaintenance view={view} />
      <PastStories view={view} />
    </>
  );
}
