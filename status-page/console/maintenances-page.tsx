import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { MaintenanceAnswer } from "#status-api/admin/answers.ts";
import type { ConsoleMaintenancesView } from "#status-api/page/page-view-work.ts";
import { useReader } from "../reader/reader.ts";
import { Schedule } from "./schedule.tsx";
import { saidIn } from "./said-in.ts";
import { useConsoleTexts } from "./texts.ts";

/** Planned, running and past maintenance, and a link that schedules more. */
export function MaintenancesPage({
  view,
}: {
  readonly view: ConsoleMaintenancesView;
}): JSX.Element {
  const { nav, maintenance: texts } = useConsoleTexts().console.work;
  const { planned, running, past, canPublish } = view;
  return (
    <main id="content" class="console">
      <div class="console-head">
        <h1>{nav.maintenance}</h1>
        {canPublish && (
          <a class="button" href={`${CONSOLE_PATHS.maintenance}/new`}>
            {texts.schedule}
          </a>
        )}
      </div>
      <List id="running" title={texts.running} none={texts.noneRunning} view={view}>
        {running}
      </List>
      <List id="planned" title={texts.planned} none={texts.nonePlanned} view={view}>
        {planned}
      </List>
      <List id="past" title={texts.past} none={texts.nonePast} view={view}>
        {past}
      </List>
    </main>
  );
}

function List({
  id,
  title,
  none,
  view: { timeZone, components },
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly none: string;
  readonly view: Pick<ConsoleMaintenancesView, "timeZone" | "components">;
  readonly children: readonly MaintenanceAnswer[];
}): JSX.Element {
  const { language } = useReader();
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children.length === 0 && <p class="quiet">{none}</p>}
      {children.length > 0 && (
        <ul class="console-rows">
          {children.map((maintenance) => (
            <li key={maintenance.id}>
              <a href={`${CONSOLE_PATHS.maintenance}/${maintenance.id}`}>
                {saidIn(maintenance, "name", language)}
              </a>
              <Schedule
                maintenance={maintenance}
                timeZone={maintenance.repeats?.time_zone ?? timeZone}
                components={components}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
