import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import { isImpaired } from "#monitor/domain/incident-now.ts";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import { componentsOf, namesOfComponents } from "../reader/component-names.ts";
import { comingOf, openOf, runningOf } from "../incidents/status-events.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { MomentFromNow } from "../reader/moment.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { StatusMark } from "../status/status-mark.tsx";
import { fill } from "#web-kit/language/texts.ts";

/** Shows the overall status in one line, and the affected components. */
export function Banner({ view, isStale }: { view: PageView; isStale: boolean }): JSX.Element {
  const reader = useReader();
  const { texts, language } = reader;
  const components = componentsOf(view);
  const namesOf = (chosen: readonly ComponentView[]): string => {
    const ids = chosen.map(({ id }) => id);
    return namesOfComponents(components, ids, reader);
  };
  const affected = components.filter(isImpaired);
  const maintained = components.filter(({ status }) => status === "under_maintenance");
  const unseen = components.filter(({ status }) => status === "unknown");
  const isAllUnseen = unseen.length === components.length;
  const isNew = components.length > 0 && components.every(({ observedMs }) => observedMs === 0);
  return (
    <Island as="section" class={`banner ${view.tone}${isStale ? " stale" : ""}`}>
      <StatusMark status={view.tone} />
      <div>
        <div role="status">
          <h1>{texts.overall[view.overall]}</h1>
          {affected.length > 0 && <p>{fill(texts.affected, { components: namesOf(affected) })}</p>}
          {maintained.length > 0 && (
            <p>
              {texts.component.under_maintenance}: {namesOf(maintained)}
            </p>
          )}
          {view.overall === "incident" &&
            openOf(view).map(({ id, name }) => (
              <p key={id}>
                <a href={statusEventPath(id)}>{name[language]}</a>
              </p>
            ))}
          {unseen.length > 0 && !isAllUnseen && (
            <p>{fill(texts.noReport, { components: namesOf(unseen) })}</p>
          )}
          {isNew && <p>{texts.firstChecks}</p>}
        </div>
        <MaintenanceLines view={view} />
        <p class="quiet">
          {texts.dataOf} <MomentFromNow atMs={view.dataAtMs} />
        </p>
      </div>
    </Island>
  );
}

/** Names the running maintenance and the next one. */
function MaintenanceLines({ view }: { view: PageView }): JSX.Element {
  const { language } = useReader();
  const texts = useTexts("incidents");
  const [next] = comingOf(view);
  return (
    <>
      {runningOf(view).map(({ id, name }) => (
        <p key={id}>
          {texts.runningMaintenance}: <a href={statusEventPath(id)}>{name[language]}</a>
        </p>
      ))}
      {next?.schedule && (
        <p>
          {texts.nextMaintenance}: <a href={statusEventPath(next.id)}>{next.name[language]}</a>,{" "}
          <MomentFromNow atMs={next.schedule.fromMs} />
        </p>
      )}
    </>
  );
}
