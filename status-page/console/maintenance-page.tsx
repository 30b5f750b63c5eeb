import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { ConsoleMaintenanceView } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { useReader } from "../reader/reader.ts";
import {
  Choice,
  Choices,
  ConsoleForm,
  Problem,
  Texts,
  TimeField,
  Writing,
  ZoneField,
} from "./form-parts.tsx";
import { Schedule } from "./schedule.tsx";
import { saidIn } from "./said-in.ts";
import { NoPreview, Preview, Updates } from "./update-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.maintenance;

/**
 * A maintenance with its updates, and forms that change it and move it to its next stage; without one, the form that schedules
 * one.
 */
export function MaintenancePage({
  view,
}: {
  readonly view: ConsoleMaintenanceView | null;
}): JSX.Element {
  const { language, siteUrl, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const { tell, work } = useConsoleTexts().console;
  const texts = work.maintenance;
  if (view === null) {
    return (
      <main id="content" class="message">
        <h1>{texts.gone}</h1>
        <p>
          <a href={PATH}>{fill(work.back, { page: work.nav.maintenance })}</a>
        </p>
      </main>
    );
  }
  const { maintenance, timeZone, components, problem, canPublish, actions } = view;
  return (
    <main id="content" class="console">
      <h1>{maintenance === null ? texts.schedule : saidIn(maintenance, "name", language)}</h1>
      {maintenance !== null && (
        <>
          <p>
            <strong>{stages[maintenance.status]}</strong>{" "}
            <a href={siteUrl + statusEventPath(maintenance.id)}>{tell.seeOnPage}</a>
          </p>
          <Schedule {...{ maintenance, timeZone, components }} />
        </>
      )}
      <Problem problem={problem} />
      {canPublish && maintenance === null && (
        <Writing beside={<Beside view={view} />}>
          <section class="card" aria-label={texts.schedule}>
            <NewFields view={view} />
          </section>
        </Writing>
      )}
      {canPublish && maintenance !== null && actions.length > 0 && (
        <Writing beside={<Beside view={view} />}>
          <section class="card" aria-labelledby="say">
            <h2 id="say">{texts.tellMore}</h2>
            <ChangeFields view={view} id={maintenance.id} />
          </section>
        </Writing>
      )}
      {maintenance !== null && <Updates updates={maintenance.updates} timeZone={timeZone} />}
    </main>
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
  const { form, fields, components, timeZones } = view;
  return (
    <ConsoleForm action={PATH} formKey={form.key}>
      <Texts fields={fields} texts={form.texts} hasTitle />
      <Choices legend={tell.components} name="components" chosen={form.components}>
        {components.map(({ id, name }) => [id, name[language]])}
      </Choices>
      <TimeField label={texts.begins} name="from" value={form.from} isNeeded={false} />
      <TimeField label={texts.ends} name="until" value={form.until} isNeeded />
      <ZoneField value={form.timeZone} zones={timeZones} help={texts.zoneHelp} />
      <Choice label={texts.repeat} name="repeat" chosen={form.repeat}>
        {Object.entries(texts.repeatChoices)}
      </Choice>
      <Choices legend={texts.weekdays} name="weekdays" chosen={form.weekdays}>
        {Object.entries(texts.weekdayNames)}
      </Choices>
      <label>
        {texts.ownRule}
        <input name="rule" maxLength={200} value={form.rule} autocomplete="off" />
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
  const { form, fields, actions, timeZones, maintenance } = view;
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
        <ZoneField value={form.timeZone} zones={timeZones} help={texts.zoneOfTimes} />
      </fieldset>
      <Texts fields={fields} texts={form.texts} hasTitle={false} />
      <p class="quiet">{texts.textHelp}</p>
    </ConsoleForm>
  );
}
