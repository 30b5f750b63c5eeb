import type { JSX } from "preact";
import type { ComponentPageView } from "#status-api/page/page-view-component.ts";
import type { FigureRange } from "#monitor/domain/figure-ranges.ts";
import { BadgeSection } from "../badges/badge-section.tsx";
import { StatusEventTime } from "../incidents/status-event-card.tsx";
import { stageOf } from "#monitor/domain/status-event.ts";
import { toneOfStatusEvent } from "#monitor/domain/status-event-tone.ts";
import { historyPath, statusEventPath } from "#monitor/domain/page-paths.ts";
import { SaidUntil, Since } from "../reader/rendered-text.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { ComponentHistory } from "../strip/component-history.tsx";
import { Checks } from "./checks.tsx";
import { fill } from "#web-kit/language/texts.ts";

interface ComponentPageProps {
  readonly view: ComponentPageView;
  /** Shows charts of another range; without a script the links are followed. */
  readonly onRange: ((range: FigureRange) => void) | undefined;
}

/** The page of one component: its status, its 90 days, the durations of its checks, its incidents, its data. */
export function ComponentPage({ view, onRange }: ComponentPageProps): JSX.Element {
  const { texts, formats, language } = useReader();
  const { url, component, groupName, statusEvents } = view;
  const { id, name, description, status, sinceMs, saidUntilMs, observedMs, coveragePercent } =
    component;
  const own = useTexts("component");
  return (
    <>
      <nav class="crumbs quiet" aria-label={own.path}>
        <a href="/">{own.overview}</a>
        {groupName !== null && ` › ${groupName[language]}`}
      </nav>
      <header class="component-title">
        <h1>{name[language]}</h1>
        <StatusWords status={status} />
        <p class="quiet">{description[language]}</p>
        {observedMs > 0 && (
          <p class="quiet">
            <Since atMs={sinceMs} />
          </p>
        )}
        {saidUntilMs !== null && <SaidUntil atMs={saidUntilMs} />}
      </header>
      <h2>{own.days}</h2>
      <Island as="div" class="card component" id={id}>
        <p id="strip-help" class="hidden">
          {texts.stripHelp}
        </p>
        <ComponentHistory component={component} incidents={statusEvents} />
        {observedMs > 0 && (
          <p class="quiet coverage">
            {fill(own.observed, {
              duration: formats.duration(observedMs),
              percent: formats.percent(coveragePercent),
            })}
          </p>
        )}
      </Island>
      <Checks view={view} onRange={onRange} />
      <ComponentStatusEvents id={id} statusEvents={statusEvents} />
      <BadgeSection statusUrl={url} component={{ id, name: name[language] }} />
      <ComponentData id={id} />
    </>
  );
}

function ComponentStatusEvents({
  id,
  statusEvents,
}: Pick<ComponentPageView, "statusEvents"> & { id: string }): JSX.Element {
  const { language, texts: words } = useReader();
  const texts = useTexts("component");
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">{texts.incidents}</h2>
      {statusEvents.length === 0 ? (
        <p class="card quiet empty">{texts.noIncidents}</p>
      ) : (
        <ul class="card event-list">
          {statusEvents.map((statusEvent) => (
            <li key={statusEvent.id} class={toneOfStatusEvent(statusEvent)}>
              <a href={statusEventPath(statusEvent.id)}>{statusEvent.name[language]}</a>
              <p class="quiet">
                {words.stages[stageOf(statusEvent)]} · <StatusEventTime statusEvent={statusEvent} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p class="older">
        <a href={historyPath(undefined, id)}>{texts.allHistory}</a>
      </p>
    </section>
  );
}

function ComponentData({ id }: { id: string }): JSX.Element {
  const texts = useTexts("component");
  const base = `/api/v2/components/${id}`;
  return (
    <section aria-labelledby="data">
      <h2 id="data">{texts.data}</h2>
      <ul class="inline-list">
        <li>
          <a href={`${base}/timeline.csv`}>{texts.timeline}</a>
        </li>
        <li>
          <a href={`${base}/days.json`}>{texts.daysDocument}</a>
        </li>
        <li>
          <a href={`${base}/latency.json`}>{texts.latency}</a>
        </li>
      </ul>
    </section>
  );
}
