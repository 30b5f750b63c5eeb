import type { JSX } from "preact";
import type { GroupView, PageView } from "#status-api/page/page-view.ts";
import { componentsOf } from "../reader/component-names.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { SaidUntil, Since } from "../reader/rendered-text.tsx";
import { Island, useReader } from "../reader/reader.ts";
import { ComponentHistory } from "../strip/component-history.tsx";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import { StatusWords } from "../status/status-mark.tsx";

export function ComponentGroups({
  view,
}: {
  view: Pick<PageView, "groups" | "incidents">;
}): JSX.Element {
  const { texts } = useReader();
  if (componentsOf(view).length === 0) {
    return <p class="card quiet empty no-components">{texts.noComponents}</p>;
  }
  return (
    <>
      {view.groups.map((group) => (
        <Group key={group.id} group={group} incidents={view.incidents} />
      ))}
      <Legend />
    </>
  );
}

function Group({
  group,
  incidents,
}: {
  group: GroupView;
  incidents: PageView["incidents"];
}): JSX.Element {
  const { texts, language } = useReader();
  const { id, name, status, components } = group;
  return (
    <section class="group" id={id ?? "ungrouped"}>
      <h2>
        {name?.[language] ?? texts.ungrouped}
        {status !== "operational" && <StatusWords status={status} />}
      </h2>
      <ul class="card">
        {components.map((component) => (
          <ComponentRow
            key={component.id}
            component={component}
            incidents={incidents.filter(({ componentIds }) => componentIds.includes(component.id))}
          />
        ))}
      </ul>
    </section>
  );
}

function ComponentRow({
  component,
  incidents,
}: {
  component: ComponentView;
  incidents: PageView["incidents"];
}): JSX.Element {
  const { language } = useReader();
  const { id, name, description, status, sinceMs, saidUntilMs, observedMs } = component;
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
            <Since atMs={sinceMs} />
          </p>
        )}
        {saidUntilMs !== null && <SaidUntil atMs={saidUntilMs} />}
      </div>
      <ComponentHistory component={component} incidents={incidents} />
    </Island>
  );
}

function Legend(): JSX.Element {
  const { texts } = useReader();
  return (
    <ul class="legend quiet" aria-label={texts.legend}>
      {Object.entries(texts.component).map(([status, words]) => (
        <li key={status}>
          <i class={`day ${status}`} />
          {words}
        </li>
      ))}
      <li>
        <i class="day operational partly-observed" />
        {texts.partlyObserved}
      </li>
    </ul>
  );
}
