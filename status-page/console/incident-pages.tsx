import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { saidIn } from "#monitor/domain/localized-text.ts";
import type { JSX } from "preact";
import { INCIDENT_IMPACTS, INCIDENT_STATUSES } from "#monitor/domain/component-status.ts";
import type { IncidentAnswer } from "#status-api/admin/answers.ts";
import { fill } from "#web-kit/language/texts.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { Choice, Choices, ConsoleForm, Texts, FormWithPreview } from "./form-parts.tsx";
import { Facts, Rows, type PageProps } from "./page-parts.tsx";
import { Updates } from "./update-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.incidents;

/** The incidents, newest first. */
export function IncidentsPage({ view }: PageProps<"incidents">): JSX.Element {
  const { language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  return (
    <Rows none={texts.noIncidents} class="kept-runs">
      {view.incidents.map((incident) => (
        <li key={incident.id}>
          <Facts>
            <>
              <a href={`${PATH}/${incident.id}`}>{saidIn(incident, "name", language)}</a>{" "}
              {stages[incident.status]}
            </>
            {incident.resolved_at === null && (
              <span class="quiet">{incident.automatic ? texts.automatic : texts.byPeople}</span>
            )}
          </Facts>
          <p class="quiet">
            <Moment atMs={Date.parse(incident.started_at)} />
          </p>
        </li>
      ))}
    </Rows>
  );
}

/** An incident with its updates, and a form for a new one; without an incident, the form that opens one. */
export function IncidentPage({ view }: PageProps<"incident">): JSX.Element {
  const { language, siteUrl } = useReader();
  const texts = useConsoleTexts().console.tell;
  const { incident, templates, preview } = view;
  const failing = view.stillFailing.map(({ name }) => name[language]).join(", ");
  return (
    <>
      {incident !== null && (
        <p>
          <a href={siteUrl + statusEventPath(incident.id)}>{texts.seeOnPage}</a>
        </p>
      )}
      {incident?.automatic === true && incident.resolved_at === null && (
        <p class="notice">{texts.takesOver}</p>
      )}
      {incident?.status === "postmortem" && <p class="notice">{texts.closed}</p>}
      {incident !== null && view.canPublish && <Automation incident={incident} />}
      {view.canPublish && (
        <FormWithPreview
          title={incident === null ? texts.newIncident : texts.sayMore}
          isNew={incident === null}
          preview={
            preview && {
              statusEvent: preview.incident,
              mails: preview.mails,
              html: view.previewHtml,
            }
          }
          warning={failing === "" ? "" : fill(texts.stillFailing, { components: failing })}
        >
          <p class="templates">
            {texts.startFrom}{" "}
            {templates.map(({ label, path }) => (
              <a key={path} href={path}>
                {label[language]}
              </a>
            ))}
          </p>
          {view.form.status === "postmortem" && <p class="quiet">{texts.markdown}</p>}
          <IncidentFields view={view} />
        </FormWithPreview>
      )}
      {incident !== null && <Updates updates={incident.updates} />}
    </>
  );
}

/** A form that hands an open incident, which people have taken over, back to automation. */
function Automation({
  incident: { id, automatic, resolved_at },
}: {
  readonly incident: IncidentAnswer;
}): JSX.Element | null {
  const texts = useConsoleTexts().console.work.automation;
  if (automatic || resolved_at !== null) return null;
  return (
    <form method="post" action={`${PATH}/${id}/automation`} class="card">
      <p>{texts.lead}</p>
      <button class="button plain">{texts.giveBack}</button>
    </form>
  );
}

function IncidentFields({ view }: PageProps<"incident">): JSX.Element {
  const { texts: words, language } = useReader();
  const texts = useConsoleTexts().console.tell;
  const { incident, components, form } = view;
  // Those of the incident stay.
  const chosen = [...form.components, ...(incident?.components ?? []).map(({ id }) => id)];
  const isClosed = incident?.status === "postmortem";
  const isOver = incident !== null && incident.resolved_at !== null;
  const steps = INCIDENT_STATUSES.filter((step) => {
    if (incident === null) return step !== "resolved" && step !== "postmortem";
    return step === "postmortem" ? isOver : !isClosed;
  });
  return (
    <ConsoleForm action={incident === null ? PATH : `${PATH}/${incident.id}`} form={form}>
      <Texts hasTitle={incident === null} />
      <Choice label={texts.incidentStatus} name="status">
        {steps.map((step) => [step, words.stages[step]])}
      </Choice>
      {!isClosed && (
        <Choice label={texts.impact} name="impact">
          {INCIDENT_IMPACTS.map((impact) => [impact, words.impacts[impact]])}
        </Choice>
      )}
      {!isOver && (
        <Choices label={texts.components} name="components" chosen={chosen}>
          {components.map(({ id, name }) => [id, name[language]])}
        </Choices>
      )}
    </ConsoleForm>
  );
}
