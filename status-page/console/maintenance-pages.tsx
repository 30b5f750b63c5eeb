import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { saidIn } from "#monitor/domain/localized-text.ts";
import { SIMPLE_RULES } from "#monitor/domain/maintenance.ts";
import type { JSX } from "preact";
import type { MaintenanceAnswer } from "#status-api/admin/answers.ts";
import type { ConsoleMaintenanceView, NamedComponent } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { useReader } from "../reader/reader.ts";
import {
  Choice,
  Choices,
  ConsoleForm,
  Field,
  FormWithPreview,
  Texts,
  ZoneField,
} from "./form-parts.tsx";
import { Facts, zonedSpan, type PageProps } from "./page-parts.tsx";
import { Updates } from "./update-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.maintenance;

/** Planned, running and past maintenance. */
export function MaintenancesPage({ view }: PageProps<"maintenances">): JSX.Element {
  const { language } = useReader();
  const texts = useConsoleTexts().console.work.maintenance;
  const lists = [
    ["running", texts.running, texts.noneRunning],
    ["planned", texts.planned, texts.nonePlanned],
    ["past", texts.past, texts.nonePast],
  ] as const;
  return (
    <>
      {lists.map(([list, title, none]) => (
        <section key={list} class="card" aria-labelledby={list}>
          <h2 id={list}>{title}</h2>
          {view[list].length === 0 && <p class="quiet">{none}</p>}
          {view[list].length > 0 && (
            <ul class="console-rows">
              {view[list].map((maintenance) => (
                <li key={maintenance.id}>
                  <a href={`${PATH}/${maintenance.id}`}>{saidIn(maintenance, "name", language)}</a>
                  <Schedule
                    maintenance={maintenance}
                    timeZone={maintenance.repeats?.time_zone ?? view.timeZone}
                    components={view.components}
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}

/**
 * A maintenance with its updates, and forms that change it and move it to its next stage; without one, the form that schedules
 * one.
 */
export function MaintenancePage({ view }: PageProps<"maintenance">): JSX.Element {
  const { siteUrl, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const { tell, work } = useConsoleTexts().console;
  const texts = work.maintenance;
  const { maintenance, timeZone, components, canPublish, actions, preview } = view;
  const isNew = maintenance === null;
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
      {canPublish && (isNew || actions.length > 0) && (
        <FormWithPreview
          title={isNew ? texts.schedule : texts.tellMore}
          isNew={isNew}
          preview={
            preview && {
              statusEvent: preview.maintenance,
              mails: preview.mails,
              children: (
                <Schedule {...{ timeZone, components }} maintenance={preview.maintenance} />
              ),
            }
          }
        >
          {isNew ? <NewFields view={view} /> : <ChangeFields view={view} id={maintenance.id} />}
        </FormWithPreview>
      )}
      {maintenance !== null && <Updates updates={maintenance.updates} timeZone={timeZone} />}
    </>
  );
}

function NewFields({ view }: PageProps<"maintenance">): JSX.Element {
  const { language } = useReader();
  const { tell, work } = useConsoleTexts().console;
  const texts = work.maintenance;
  const { form, components } = view;
  return (
    <ConsoleForm action={PATH} form={form}>
      <Texts hasTitle />
      <Choices label={tell.components} name="components" chosen={form.components}>
        {components.map(({ id, name }) => [id, name[language]])}
      </Choices>
      <Field label={texts.begins} name="from" type="datetime-local" />
      <Field label={texts.ends} name="until" type="datetime-local" required />
      <ZoneField help={texts.zoneHelp} />
      <Choice label={texts.repeat} name="repeat">
        {Object.entries(texts.repeatChoices)}
      </Choice>
      <Choices label={texts.weekdays} name="weekdays" chosen={form.weekdays}>
        {Object.entries(texts.weekdayNames)}
      </Choices>
      <Field label={texts.ownRule} name="rule" maxLength={200} autocomplete="off" />
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
  const { form, actions, maintenance } = view;
  return (
    <ConsoleForm action={`${PATH}/${id}`} form={form}>
      <Choice label={texts.action} name="action">
        {actions.map((action) => [action, texts.actions[action]])}
      </Choice>
      <fieldset>
        <legend>{texts.newTimes}</legend>
        {maintenance?.status === "scheduled" && (
          <Field label={texts.begins} name="from" type="datetime-local" />
        )}
        <Field label={texts.ends} name="until" type="datetime-local" />
        <ZoneField help={texts.zoneOfTimes} />
      </fieldset>
      <Texts hasTitle={false} />
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
  const { repeatChoices: choices, onDays } = texts;
  const choice = SIMPLE_RULES.find(([, one]) => one === rule)?.[0];
  const days = /^FREQ=WEEKLY;BYDAY=([A-Z]{2}(?:,[A-Z]{2})*)$/.exec(rule)?.[1]?.split(",");
  const named = days?.map((day) => dayNames[day] ?? day).join(", ");
  const weekly = named && fill(onDays, { rule: choices.weekly, days: named });
  const words = weekly ?? (choice === undefined ? rule : choices[choice]);
  return <>{fill(texts.repeats, { rule: words, zone })}</>;
}
