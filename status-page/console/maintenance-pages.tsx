import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { MaintenanceAnswer } from "#status-api/admin/answers.ts";
import type {
  ConsoleMaintenancesView,
  ConsoleMaintenanceView,
  NamedComponent,
} from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { useReader } from "../reader/reader.ts";
import {
  Choice,
  Choices,
  ConsoleForm,
  Texts,
  TimeField,
  FormWithPreview,
  ZoneField,
} from "./form-parts.tsx";
import { Facts, zonedSpan } from "./page-parts.tsx";
import { NoPreview, Preview, Updates } from "./update-parts.tsx";
import { saidIn, useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.maintenance;

/** Planned, running and past maintenance. */
export function MaintenancesPage({
  view,
}: {
  readonly view: ConsoleMaintenancesView;
}): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  const { planned, running, past } = view;
  return (
    <>
      <List id="running" title={texts.running} none={texts.noneRunning} view={view}>
        {running}
      </List>
      <List id="planned" title={texts.planned} none={texts.nonePlanned} view={view}>
        {planned}
      </List>
      <List id="past" title={texts.past} none={texts.nonePast} view={view}>
        {past}
      </List>
    </>
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
              <a href={`${PATH}/${maintenance.id}`}>{saidIn(maintenance, "name", language)}</a>
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

/**
 * A maintenance with its updates, and forms that change it and move it to its next stage; without one, the form that schedules
 * one.
 */
export function MaintenancePage({ view }: { readonly view: ConsoleMaintenanceView }): JSX.Element {
  const { siteUrl, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const { tell, work } = useConsoleTexts().console;
  const texts = work.maintenance;
  const { maintenance, timeZone, components, canPublish, actions } = view;
  return (
    <>
      {maintenance !== null && (
        <>
          <p>
            <strong>{stages[maintenance.status]}</strong>{" "}
            <a href={siteUrl + statusEventPath(maintenance.id)}>{tell.seeOnPage}</a>
          </p>
          <Schedule {...{ maintenance, timeZone, components }} />
        </>
      )}
      {canPublish && maintenance === null && (
        <FormWithPreview beside={<Beside view={view} />}>
          <section class="card" aria-label={texts.schedule}>
            <NewFields view={view} />
          </section>
        </FormWithPreview>
      )}
      {canPublish && maintenance !== null && actions.length > 0 && (
        <FormWithPreview beside={<Beside view={view} />}>
          <section class="card" aria-labelledby="say">
            <h2 id="say">{texts.tellMore}</h2>
            <ChangeFields view={view} id={maintenance.id} />
          </section>
        </FormWithPreview>
      )}
      {maintenance !== null && <Updates updates={maintenance.updates} timeZone={timeZone} />}
    </>
  );
}

function Beside({
  view: { preview, timeZone, components },
}: {
  readonly view: ConsoleMaintenanceView;
}): JSX.Element {
  if (preview === null) return <NoPreview />;
  return (
    <Preview statusEvent={preview.maintenance} mails={preview.mails}>
      <Schedule {...{ timeZone, components }} maintenance={preview.maintenance} />
    </Preview>
  );
}

function NewFields({ view }: { readonly view: ConsoleMaintenanceView }): JSX.Element {
  const { language } = useReader();
  const { tell, work } = useConsoleTexts().console;
  const texts = work.maintenance;
  const { form, fields, components } = view;
  return (
    <ConsoleForm action={PATH} formKey={form.key}>
      <Texts fields={fields} texts={form.texts} hasTitle />
      <Choices legend={tell.components} name="components" chosen={form.components}>
        {components.map(({ id, name }) => [id, name[language]])}
      </Choices>
      <TimeField label={texts.begins} name="from" value={form.from} isNeeded={false} />
      <TimeField label={texts.ends} name="until" value={form.until} isNeeded />
      <ZoneField value={form.time_zone} help={texts.zoneHelp} />
      <Choice label={texts.repeat} name="repeat" chosen={form.repeat}>
        {Object.entries(texts.repeatChoices)}
      </Choice>
      <Choices legend={texts.weekdays} name="weekdays" chosen={form.weekdays}>
        {Object.entries(texts.weekdayNames)}
      </Choices>
      <label>
        {texts.ownRule}
        <input class="input" name="rule" maxLength={200} value={form.rule} autocomplete="off" />
      </label>
    </ConsoleForm>
  );
}

function ChangeFields({
  view,
  id,
}: {
  readonly view: ConsoleMaintenanceView;
  readonly id: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  const { form, fields, actions, maintenance } = view;
  return (
    <ConsoleForm action={`${PATH}/${id}`} formKey={form.key}>
      <Choice label={texts.action} name="action" chosen={form.action}>
        {actions.map((action) => [action, texts.actions[action]])}
      </Choice>
      <fieldset>
        <legend>{texts.newTimes}</legend>
        {maintenance?.status === "scheduled" && (
          <TimeField label={texts.begins} name="from" value={form.from} isNeeded={false} />
        )}
        <TimeField label={texts.ends} name="until" value={form.until} isNeeded={false} />
        <ZoneField value={form.time_zone} help={texts.zoneOfTimes} />
      </fieldset>
      <Texts fields={fields} texts={form.texts} hasTitle={false} />
      <p class="quiet">{texts.textHelp}</p>
    </ConsoleForm>
  );
}

interface ScheduleProps {
  readonly maintenance: MaintenanceAnswer;
  /** IANA name of the zone in which its times are shown. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
}

/** Shows the time span, the components and the repetition of a maintenance. */
export function Schedule({ maintenance, timeZone, components }: ScheduleProps): JSX.Element {
  const { formats, language } = useReader();
  const texts = useConsoleTexts().console.work.maintenance;
  const { scheduled_for, scheduled_until, repeats } = maintenance;
  const ends = [Date.parse(scheduled_for), Date.parse(scheduled_until)] as const;
  const { from, until } = zonedSpan(formats, timeZone, ...ends);
  const names = maintenance.components.map(
    ({ id, name }) => components.find((one) => one.id === id)?.name[language] ?? name,
  );
  return (
    <p class="quiet">
      <Facts>
        {fill(texts.span, { from, until, zone: timeZone })}
        {names.join(", ")}
      </Facts>
      {repeats !== null && (
        <>
          <br />
          <Repetition rule={repeats.rrule} zone={repeats.time_zone} />
        </>
      )}
    </p>
  );
}

/** Describes the repetition: in words for the choices of the form, otherwise as its RRULE. */
function Repetition({ rule, zone }: { readonly rule: string; readonly zone: string }): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  const dayNames: Readonly<Record<string, string>> = texts.weekdayNames;
  const { daily, weekly, monthly } = texts.repeatChoices;
  const choices: Readonly<Record<string, string>> = {
    "FREQ=DAILY": daily,
    "FREQ=WEEKLY": weekly,
    "FREQ=MONTHLY": monthly,
  };
  const days = /^FREQ=WEEKLY;BYDAY=([A-Z]{2}(?:,[A-Z]{2})*)$/.exec(rule)?.[1]?.split(",");
  const named = days?.map((day) => dayNames[day] ?? day).join(", ");
  const words =
    named === undefined
      ? (choices[rule] ?? rule)
      : fill(texts.onDays, { rule: weekly, days: named });
  return <>{fill(texts.repeats, { rule: words, zone })}</>;
}
