import type { JSX } from "preact";
import type { GroupView, PageView } from "#status-api/page/page-view.ts";
import { componentsOf } from "../reader/component-names.ts";
import { ComponentRow } from "./component-row.tsx";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";

const legendStatuses = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
  "unknown",
] as const satisfies readonly ComponentStatus[];

/** Shows the groups with their components. */
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

function Legend(): JSX.Element {
  const { texts } = useReader();
  return (
    <ul class="legend quiet" aria-label={texts.legend}>
      {legendStatuses.map((status) => (
        <li key={status}>
          <i class={`day ${status}`} />
          {texts.component[status]}
        </li>
      ))}
      <li>
        <i class="day operational partly-observed" />
        {texts.partlyObserved}
      </li>
    </ul>
  );
}
