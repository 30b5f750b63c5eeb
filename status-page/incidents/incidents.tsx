import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { componentsOf } from "../reader/component-names.ts";
import { useReader, useTexts } from "../reader/reader.ts";
import { incidentDays } from "./incident-days.ts";
import { historyPath, statusEventPath } from "#monitor/domain/page-paths.ts";
import { StatusEventCard } from "./status-event-card.tsx";

/** Shows incidents or maintenance under a heading, or nothing if there are none. */
export function StatusEvents({
  id,
  title,
  statusEvents,
  view,
}: {
  id: string;
  title: string;
  statusEvents: readonly StatusEventView[];
  view: PageView;
}): JSX.Element | null {
  if (statusEvents.length === 0) return null;
  return (
    <section class="incidents" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {statusEvents.map((statusEvent) => (
        <StatusEventCard
          key={statusEvent.id}
          statusEvent={statusEvent}
          components={componentsOf(view)}
          level={3}
        />
      ))}
    </section>
  );
}

/**
 * Shows the last 15 days: those with incidents one by one, consecutive quiet ones in one line. Open incidents and running
 * maintenance are shown above and only named here.
 */
export function PastStatusEvents({ view }: { view: PageView }): JSX.Element {
  const { formats, language } = useReader();
  const texts = useTexts("incidents");
  const isAllWell = view.overall === "operational";
  const days = incidentDays(
    [...view.incidents, ...view.maintenances].filter(({ status }) => status !== "scheduled"),
    { atMs: view.dataAtMs, isAllWell },
    formats,
  );
  const components = componentsOf(view);
  return (
    <section class="incidents" aria-labelledby="past-incidents">
      <h2 id="past-incidents">{texts.past}</h2>
      {isAllWell && days.every(({ incidents }) => incidents.length === 0) ? (
        <p class="card quiet empty">{texts.nothingPast}</p>
      ) : (
        days.map(({ firstMs, lastMs, incidents }) => (
          <section key={firstMs} class="incident-day">
            <h3>{formats.daysOf(firstMs, lastMs)}</h3>
            {incidents.length === 0 && <p class="quiet">{texts.quiet}</p>}
            {incidents.map((statusEvent) =>
              statusEvent.resolvedAtMs === null ? (
                <p key={statusEvent.id}>
                  <a href={statusEventPath(statusEvent.id)}>{statusEvent.name[language]}</a>
                </p>
              ) : (
                <StatusEventCard
                  key={statusEvent.id}
                  statusEvent={statusEvent}
                  components={components}
                  level={4}
                />
              ),
            )}
          </section>
        ))
      )}
      <p class="older">
        <a href={historyPath()}>{texts.olderEvents}</a>
      </p>
    </section>
  );
}
