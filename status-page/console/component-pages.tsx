import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { OVERRIDE_STATUSES } from "#monitor/domain/component-override.ts";
import type { ConsoleComponent } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { Choice, ConsoleForm, Field, ZoneField } from "./form-parts.tsx";
import { zonedTime, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.components;

/** The status of each component by its checks, and the one set by a person. */
export function ComponentsPage({ view }: PageProps<"components">): JSX.Element {
  const { language } = useReader();
  const texts = useConsoleTexts().console.work.components;
  return (
    <>
      <p>{texts.lead}</p>
      <ul class="card console-rows">
        {view.components.map((component) => (
          <li key={component.id}>
            <h2>{component.name[language]}</h2>
            <Said component={component} timeZone={view.timeZone} />
            {view.canPublish && (
              <div class="console-actions">
                <a class="button plain" href={`${PATH}/${component.id}`}>
                  {texts.say}
                </a>
                {component.override !== null && (
                  <form method="post" action={`${PATH}/${component.id}/end`}>
                    <button class="button">{texts.end}</button>
                  </form>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Said({
  component: { found, override },
  timeZone,
}: {
  readonly component: ConsoleComponent;
  readonly timeZone: string;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console.work.components;
  return (
    <>
      <p>
        {texts.checksSay} <StatusWords status={found} />
      </p>
      {override !== null && (
        <p>
          {texts.personSays} <StatusWords status={override.status} />{" "}
          {fill(texts.until, {
            until: zonedTime(formats, timeZone, override.untilMs),
            zone: timeZone,
          })}
        </p>
      )}
    </>
  );
}

/** The form that sets a component's status until a time. */
export function ComponentPage({ view }: PageProps<"component">): JSX.Element {
  const { texts: words } = useReader();
  const { work } = useConsoleTexts().console;
  const texts = work.components;
  const { component, form } = view;
  return (
    <section class="card" aria-label={texts.say}>
      <Said component={component} timeZone={form.time_zone} />
      <ConsoleForm action={`${PATH}/${component.id}`} form={form}>
        <Choice label={texts.status} name="status">
          {OVERRIDE_STATUSES.map((status) => [status, words.component[status]])}
        </Choice>
        <Field label={texts.untilField} name="until" type="datetime-local" required />
        <ZoneField help={work.maintenance.zoneOfTimes} />
        <p class="quiet">{texts.help}</p>
        <p>
          <button class="button" name="step" value="send">
            {texts.say}
          </button>
        </p>
      </ConsoleForm>
    </section>
  );
}
