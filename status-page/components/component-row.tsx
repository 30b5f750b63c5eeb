import type { JSX } from "preact";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { StoryView } from "#status-api/page/page-view-story.ts";
import { componentPath } from "../paths/paths.ts";
import { DayStrip } from "../strip/day-strip.tsx";
import { HistoryTable } from "../strip/history-table.tsx";
import { historyRuns } from "../strip/history-runs.ts";
import { Moment } from "../reader/moment.tsx";
import { Island, useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { Uptime } from "./uptime.tsx";
import { fill } from "#web-kit/language/texts.ts";

interface ComponentRowProps {
  readonly component: ComponentView;
  readonly incidents: readonly StoryView[];
}

/** Shows one component: how it is, its last 90 days and its uptime. */
export function ComponentRow({ component, incidents }: ComponentRowProps): JSX.Element {
  const { texts, language } = useReader();
  const { id, name, description, status, sinceMs, observedMs, days } = component;
  const runs = historyRuns(days);
  return (
    <Island as="li" class="component" id={id}>
      <div class="component-head">
        <h3>
          <a href={componentPath(id)}>{name[language]}</a>
        </h3>
        <StatusWords status={status} />
        <p class="quiet">{description[language]}</p>
        {status !== "operational" && observedMs > 0 && (
          <p class="quiet">
            {texts.since} <Moment atMs={sinceMs} />
          </p>
        )}
      </div>
      <Island as="div">
        <DayStrip component={component} incidents={incidents} runs={runs} />
      </Island>
      <HistoryTable componentId={id} name={name[language]} runs={runs}>
        <span>{fill(texts.daysAgo, { count: days.length - 1 })}</span>
        <Uptime component={component} />
        <span>{texts.today}</span>
      </HistoryTable>
    </Island>
  );
}
