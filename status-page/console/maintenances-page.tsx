import type { JSX } from "preact";
import type { MaintenanceAnswer } from "#status-api/admin/answers.ts";
import type { ConsoleMaintenancesView } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { saidIn } from "./said-in.ts";
import { useConsoleTexts } from "./texts.ts";
import { zonedTime } from "./zoned-time.ts";

/** What is planned, runs and is over, and the way to plan more. */
export function MaintenancesPage({
  view,
}: {
  readonly view: ConsoleMaintenancesView;
}): JSX.Element {
  const { nav, maintenance: texts } = useConsoleTexts().console.work;
  const { planned, running, past, timeZone, mayTell } = view;
  return (
    <main id="content" class="console">
      <div class="console-head">
        <h1>{nav.maintenance}</h1>
        {mayTell && (
          <a class="button" href="/console/maintenance/new">
            {texts.schedule}
          </a>
        )}
      </div>
      <List id="running" title={texts.running} none={texts.noneRunning} {...{ timeZone }}>
        {running}
      </List>
      <List id="planned" title={texts.planned} none={texts.nonePlanned} {...{ timeZone }}>
        {planned}
      </List>
      <List id="past" title={texts.past} none={texts.nonePast} {...{ timeZone }}>
        {past}
      </List>
    </main>
  );
}

function List({
  id,
  title,
  none,
  timeZone,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly none: string;
  readonly timeZone: string;
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
              <a href={`/console/maintenance/${maintenance.id}`}>
                {saidIn(maintenance, "name", language)}
              </a>
              <Schedule maintenance={maintenance} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** From when to when a maintenance is, by the clock by which it repeats or else of the page, and of what. */
export function Schedule({
  maintenance,
  timeZone,
}: {
  readonly maintenance: MaintenanceAnswer;
  readonly timeZone: string;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console.work.maintenance;
  const { scheduled_for, scheduled_until, repeats, components } = maintenance;
  const zone = repeats?.time_zone ?? timeZone;
  const from = zonedTime(formats, zone, Date.parse(scheduled_for));
  const until = zonedTime(formats, zone, Date.parse(scheduled_until));
  return (
    <p class="quiet">
      {fill(texts.span, { from, until, zone })}
      {` · ${components.map(({ name }) => name).join(", ")}`}
      {repeats !== null && (
        <>
          <br />
          {fill(texts.repeats, { rule: repeats.rrule, zone: repeats.time_zone })}
        </>
      )}
    </p>
  );
}
