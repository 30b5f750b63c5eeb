import type { JSX } from "preact";
import type { PreviewAnswer } from "#status-api/admin/answers.ts";
import type { ConsoleIncidentView } from "#status-api/page/page-view-console.ts";
import { isLanguage, LANGUAGES } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { storyPath } from "../paths/paths.ts";
import { useReader } from "../reader/reader.ts";
import { saidIn } from "./said-in.ts";
import { useConsoleTexts } from "./texts.ts";

const OPEN = ["investigating", "identified", "monitoring"] as const;
const STEPS = [...OPEN, "resolved", "postmortem"] as const;
const IMPACTS = ["none", "minor", "major", "critical"] as const;

/** An incident with what was said of it, and a form to say more; without one, the form that opens it. */
export function IncidentPage({ view }: { readonly view: ConsoleIncidentView | null }): JSX.Element {
  const { language } = useReader();
  const texts = useConsoleTexts().console.tell;
  if (view === null) {
    return (
      <main id="content" class="message">
        <h1>{texts.gone}</h1>
        <BackToIncidents />
      </main>
    );
  }
  const { incident, templates, preview, refusal } = view;
  return (
    <main id="content" class="console">
      <BackToIncidents />
      <h1>{incident === null ? texts.newIncident : saidIn(incident, "name", language)}</h1>
      {incident !== null && (
        <p>
          <a href={storyPath(incident.id)}>{texts.seeOnPage}</a>
        </p>
      )}
      {incident?.automatic === true && <p class="notice">{texts.takesOver}</p>}
      {incident?.status === "postmortem" && <p class="notice">{texts.closed}</p>}
      {refusal !== null && (
        <p class="notice" role="alert">
          {fill(texts.refused, { reason: refusal })}
        </p>
      )}
      {preview !== null && <Preview preview={preview} />}
      {view.mayTell && (
        <section class="card" aria-labelledby="say">
          <h2 id="say">{incident === null ? texts.newIncident : texts.sayMore}</h2>
          <p class="templates">
            {texts.startFrom}{" "}
            {templates.map(({ label, path }) => (
              <a key={path} href={path}>
                {label[language]}
              </a>
            ))}
          </p>
          <IncidentFields view={view} />
        </section>
      )}
      {incident !== null && <Updates updates={incident.updates} />}
    </main>
  );
}

function BackToIncidents(): JSX.Element {
  return (
    <p>
      <a href="/console/incidents">{useConsoleTexts().console.tell.incidents}</a>
    </p>
  );
}

function IncidentFields({ view }: { readonly view: ConsoleIncidentView }): JSX.Element {
  const { texts: words } = useReader();
  const texts = useConsoleTexts().console.tell;
  const { incident, components, form, fields } = view;
  const isClosed = incident?.status === "postmortem";
  const isOver = incident !== null && incident.resolved_at !== null;
  const steps = STEPS.filter((step) => {
    if (incident === null) return step !== "resolved" && step !== "postmortem";
    return step === "postmortem" ? isOver : !isClosed;
  });
  const named = (field: string, language: (typeof fields)[number]["language"]): string =>
    fill(texts.inLanguage, { field, language: LANGUAGES[language].name });
  return (
    <form
      method="post"
      action={incident === null ? "/console/incidents" : `/console/incidents/${incident.id}`}
      class="tell"
    >
      <input type="hidden" name="key" value={form.key} />
      {incident === null &&
        fields.map(({ language, name }) => (
          <label key={name}>
            {named(texts.title, language)}
            <input name={name} lang={language} maxLength={200} value={form.texts[name] ?? ""} />
          </label>
        ))}
      {fields.map(({ language, body }) => (
        <label key={body}>
          {named(texts.text, language)}
          <textarea name={body} lang={language} rows={4} maxLength={10_000}>
            {form.texts[body] ?? ""}
          </textarea>
        </label>
      ))}
      <Choice label={texts.incidentStatus} name="status" chosen={form.status}>
        {steps.map((step) => [step, words.stages[step]])}
      </Choice>
      {!isClosed && (
        <Choice label={texts.impact} name="impact" chosen={form.impact}>
          {IMPACTS.map((impact) => [impact, words.impacts[impact]])}
        </Choice>
      )}
      {!isOver && (
        <fieldset>
          <legend>{texts.components}</legend>
          {components.map(({ id, name }) => (
            <label key={id} class="choice">
              <input type="checkbox" name="components" value={id} checked={isChosen(view, id)} />{" "}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <p>
        <button class="button plain" name="step" value="preview">
          {texts.preview}
        </button>{" "}
        <button class="button" name="step" value="send">
          {texts.send}
        </button>
      </p>
    </form>
  );
}

function isChosen({ incident, form }: ConsoleIncidentView, id: string): boolean {
  const known = incident?.components.some((component) => component.id === id) ?? false;
  return known || form.components.includes(id);
}

function Choice({
  label,
  name,
  chosen,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly chosen: string;
  readonly children: readonly (readonly [value: string, word: string])[];
}): JSX.Element {
  return (
    <label>
      {label}
      <select name={name}>
        {children.map(([value, word]) => (
          <option key={value} value={value} selected={value === chosen}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What people would read, as the page and as a mail, in every language. */
function Preview({ preview }: { readonly preview: PreviewAnswer }): JSX.Element {
  const { language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  const { incident, mails } = preview;
  const [newest] = incident.updates;
  return (
    <section class="card preview" aria-labelledby="preview">
      <h2 id="preview">{texts.previewTitle}</h2>
      <p>{texts.previewLead}</p>
      {newest !== undefined && (
        <>
          <h3>{texts.onPage}</h3>
          <blockquote>
            <p>
              <strong>{saidIn(incident, "name", language)}</strong> · {stages[newest.status]}
            </p>
            <p class="said">{saidIn(newest, "body", language)}</p>
          </blockquote>
        </>
      )}
      {mails.map((mail) => (
        <details key={mail.language} open={mail.language === language}>
          <summary>
            {fill(texts.mailIn, {
              language: isLanguage(mail.language) ? LANGUAGES[mail.language].name : mail.language,
            })}
          </summary>
          <p lang={mail.language}>
            <strong>{mail.subject}</strong>
          </p>
          <p class="said" lang={mail.language}>
            {mail.text}
          </p>
        </details>
      ))}
    </section>
  );
}

function Updates({
  updates,
}: {
  readonly updates: NonNullable<ConsoleIncidentView["incident"]>["updates"];
}): JSX.Element {
  const { formats, language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  return (
    <section class="card" aria-labelledby="said">
      <h2 id="said">{texts.said}</h2>
      {updates.map((update) => (
        <article key={update.id}>
          <h3>
            {stages[update.status]}{" "}
            <span class="quiet">{formats.utc(Date.parse(update.display_at))}</span>
          </h3>
          <p class="said">{saidIn(update, "body", language)}</p>
        </article>
      ))}
    </section>
  );
}
