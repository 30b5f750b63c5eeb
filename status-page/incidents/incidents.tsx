import type { JSX } from "preact";
import type { ComponentView, IncidentView, PageView } from "#status-api/render/page-view.ts";
import { componentsOf, namesOfComponents } from "../components/component-names.ts";
import { incidentDays } from "./incident-days.ts";
import { Moment, Span } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";

/** An outage of everything tells of each component; readers want the newest first, and the rest on demand. */
const shownUpdates = 3;

/** Shows what is going on, if anything is. */
export function OpenIncidents({ view }: { view: PageView }): JSX.Element | null {
  const { texts } = useReader();
  const open = view.incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
  if (open.length === 0) return null;
  return (
    <section class="incidents" aria-labelledby="open-incidents">
      <h2 id="open-incidents">{texts.activeIncidents}</h2>
      {open.map((incident) => (
        <Incident key={incident.id} incident={incident} components={componentsOf(view)} />
      ))}
    </section>
  );
}

/** Shows the last 15 days: those with incidents one by one, quiet ones in a row in one line. */
export function PastIncidents({ view }: { view: PageView }): JSX.Element {
  const { texts, formats } = useReader();
  const days = incidentDays(
    view.incidents.filter(({ resolvedAtMs }) => resolvedAtMs !== null),
    view.dataAtMs,
    formats,
  );
  const components = componentsOf(view);
  return (
    <section class="incidents" aria-labelledby="past-incidents">
      <h2 id="past-incidents">{texts.pastIncidents}</h2>
      {days.every(({ incidents }) => incidents.length === 0) ? (
        <p class="card quiet empty">{texts.noIncidents}</p>
      ) : (
        days.map(({ firstMs, lastMs, incidents }) => (
          <section key={firstMs} class="incident-day">
            <h3>{formats.daysOf(firstMs, lastMs)}</h3>
            {incidents.length === 0 && <p class="quiet">{texts.quiet}</p>}
            {incidents.map((incident) => (
              <Incident key={incident.id} incident={incident} components={components} />
            ))}
          </section>
        ))
      )}
    </section>
  );
}

function Incident({
  incident,
  components,
}: {
  incident: IncidentView;
  components: readonly ComponentView[];
}): JSX.Element {
  const reader = useReader();
  const { texts, language } = reader;
  const { id, name, impact, status, componentIds, updates, startedAtMs, resolvedAtMs } = incident;
  return (
    <article
      class={`card incident ${resolvedAtMs === null ? impact : "resolved"}`}
      id={`incident-${id}`}
    >
      <header>
        <h4>{name[language]}</h4>
        <p class="quiet">
          <span class="impact">{texts.impact[impact]}</span> · {texts.incident[status]} ·{" "}
          <Span fromMs={startedAtMs} toMs={resolvedAtMs} />
        </p>
        <p class="quiet">
          {texts.incidentComponents}: {namesOfComponents(components, componentIds, reader)}
        </p>
      </header>
      <Updates updates={updates.slice(0, shownUpdates)} />
      {updates.length > shownUpdates && (
        <details>
          <summary>{texts.earlierUpdates(updates.length - shownUpdates)}</summary>
          <Updates updates={updates.slice(shownUpdates)} />
        </details>
      )}
    </article>
  );
}

function Updates({ updates }: { updates: IncidentView["updates"] }): JSX.Element {
  const { texts, language } = useReader();
  return (
    <ol class="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <p>
            <strong>{texts.incident[update.status]}</strong> {update.body[language]}
          </p>
          <p class="quiet">
            <Moment atMs={update.atMs} />
          </p>
        </li>
      ))}
    </ol>
  );
}
