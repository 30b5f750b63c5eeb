import type { JSX } from "preact";
import type { HistoryView } from "#status-api/page/page-view-history.ts";
import { historyPath, publicReports } from "#monitor/domain/page-paths.ts";
import { StatusEventCard } from "./status-event-card.tsx";
import { useReader, useTexts } from "../reader/reader.ts";
import { fill } from "#web-kit/language/texts.ts";

/** The page of one month: its incidents and maintenance, and links to the months before and after. */
export function HistoryPage({ view }: { view: HistoryView }): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("history");
  const { month, previous, next, statusEvents, components, component, timeZone, hasReport } = view;
  const zone = timeZone === "Etc/UTC" ? "UTC" : timeZone;
  return (
    <section class="month-page">
      <h1>{texts.title}</h1>
      <p class="quiet">{fill(texts.explanation, { zone })}</p>
      <ComponentFilter view={view} />
      <nav class="months" aria-label={texts.months}>
        <MonthLink month={previous} component={component} rel="prev" />
        <h2>{formats.month(month)}</h2>
        <MonthLink month={next} component={component} rel="next" />
      </nav>
      {hasReport && (
        <p class="to-report">
          <a href={publicReports.page(month)}>
            {fill(texts.toReport, { month: formats.month(month) })}
          </a>
        </p>
      )}
      {statusEvents.length === 0 && (
        <p class="card quiet empty">{fill(texts.none, { month: formats.month(month) })}</p>
      )}
      {statusEvents.map((statusEvent) => (
        <StatusEventCard
          key={statusEvent.id}
          statusEvent={statusEvent}
          components={components}
          level={3}
        />
      ))}
    </section>
  );
}

/** A plain form that shows the month of one component, or of all. */
function ComponentFilter({
  view: { month, component, components },
}: {
  view: HistoryView;
}): JSX.Element {
  const { language } = useReader();
  const texts = useTexts("history");
  return (
    <form class="history-filter" action={historyPath(month)}>
      <label for="history-component">{texts.component}</label>
      <select class="input" id="history-component" name="component">
        <option value="">{texts.allComponents}</option>
        {components.map(({ id, name }) => (
          <option key={id} value={id} selected={id === component}>
            {name[language]}
          </option>
        ))}
      </select>
      <button class="button plain">{texts.show}</button>
    </form>
  );
}

interface MonthLinkProps extends Pick<HistoryView, "component"> {
  readonly month: string | null;
  readonly rel: "prev" | "next";
}

function MonthLink({ month, component, rel }: MonthLinkProps): JSX.Element {
  const { formats } = useReader();
  if (month === null) return <span class={rel} />;
  const name = formats.month(month);
  return (
    <a class={`button plain small ${rel}`} rel={rel} href={historyPath(month, component)}>
      {rel === "prev" ? `‹ ${name}` : `${name} ›`}
    </a>
  );
}
