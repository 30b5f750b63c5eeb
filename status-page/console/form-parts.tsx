import type { ComponentChildren, JSX } from "preact";
import type { PreviewMail } from "#status-api/admin/answers.ts";
import type { FormProblem, TextFields } from "#status-api/page/page-view-work.ts";
import { isLanguage, LANGUAGES } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { FORM_ID } from "./console-form.ts";
import { saidIn } from "./said-in.ts";
import { useConsoleTexts } from "./texts.ts";

/** The form of a page, whose language can be changed with what is in it. */
export function ConsoleForm({
  action,
  formKey,
  children,
}: {
  readonly action: string;
  /** Lets what is sent twice be done once. */
  readonly formKey: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form id={FORM_ID} method="post" action={action} class="tell">
      <input type="hidden" name="key" value={formKey} />
      {children}
    </form>
  );
}

/** What people are told, in every language; its title too where one is given. */
export function Texts({
  fields,
  texts: written,
  hasTitle,
}: {
  readonly fields: readonly TextFields[];
  readonly texts: Readonly<Record<string, string>>;
  readonly hasTitle: boolean;
}): JSX.Element {
  const texts = useConsoleTexts().console.tell;
  const named = (field: string, language: TextFields["language"]): string =>
    fill(texts.inLanguage, { field, language: LANGUAGES[language].name });
  return (
    <>
      {hasTitle &&
        fields.map(({ language, name }) => (
          <label key={name}>
            {named(texts.title, language)}
            <input name={name} lang={language} maxLength={200} value={written[name] ?? ""} />
          </label>
        ))}
      {fields.map(({ language, body }) => (
        <label key={body}>
          {named(texts.text, language)}
          <textarea name={body} lang={language} rows={4} maxLength={10_000}>
            {written[body] ?? ""}
          </textarea>
        </label>
      ))}
    </>
  );
}

export function Choice({
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

/** Boxes of which several may be ticked. */
export function Choices({
  legend,
  name,
  chosen,
  children,
}: {
  readonly legend: string;
  readonly name: string;
  readonly chosen: readonly string[];
  readonly children: readonly (readonly [value: string, word: string])[];
}): JSX.Element {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children.map(([value, word]) => (
        <label key={value} class="choice">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />{" "}
          {word}
        </label>
      ))}
    </fieldset>
  );
}

/** A time by the clock of the zone that stands beside it. */
export function TimeField({
  label,
  name,
  value,
  isNeeded,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly isNeeded: boolean;
}): JSX.Element {
  return (
    <label>
      {label}
      <input type="datetime-local" name={name} value={value} required={isNeeded} />
    </label>
  );
}

export function ZoneField({
  value,
  zones,
  help,
}: {
  readonly value: string;
  readonly zones: readonly string[];
  readonly help: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  return (
    <>
      <label>
        {texts.zone}
        <input
          name="time_zone"
          list="time-zones"
          value={value}
          required
          autocomplete="off"
          aria-describedby="zone-help"
        />
      </label>
      <p id="zone-help" class="quiet">
        {help}
      </p>
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

/** Shows what would be told, or tells it. */
export function TellButtons(): JSX.Element {
  const texts = useConsoleTexts().console.tell;
  return (
    <p>
      <button class="button plain" name="step" value="preview">
        {texts.preview}
      </button>{" "}
      <button class="button" name="step" value="send">
        {texts.send}
      </button>
    </p>
  );
}

/** Says why nothing was changed. */
export function Refusal({ reason }: { readonly reason: string | null }): JSX.Element | null {
  const texts = useConsoleTexts().console.work;
  if (reason === null) return null;
  return (
    <p class="notice" role="alert">
      {fill(texts.notDone, { reason })}
    </p>
  );
}

/** Says why a form was not taken. */
export function Problem({ problem }: { readonly problem: FormProblem | null }): JSX.Element | null {
  const texts = useConsoleTexts().console.work.maintenance;
  if (problem === null) return null;
  switch (problem.kind) {
    case "refused":
      return <Refusal reason={problem.reason} />;
    case "missingTime":
      return <Alert>{texts.missingTime}</Alert>;
    case "unknownZone":
      return <Alert>{fill(texts.unknownZone, { zone: problem.zone })}</Alert>;
    case "skippedTime": {
      const { zone, time } = problem;
      return <Alert>{fill(texts.skippedTime, { zone, time: time.replace("T", " ") })}</Alert>;
    }
  }
}

function Alert({ children }: { readonly children: string }): JSX.Element {
  return (
    <p class="notice" role="alert">
      {children}
    </p>
  );
}

type StoryUpdate = {
  readonly id: string;
  readonly status: string;
  readonly display_at: string;
};

/** What people would read, as the page and as a mail, in every language. */
export function Preview({
  story,
  mails,
  children,
}: {
  readonly story: { readonly updates: readonly StoryUpdate[] };
  readonly mails: readonly PreviewMail[];
  /** What the page shows besides. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  const [newest] = story.updates;
  return (
    <section class="card preview" aria-labelledby="preview">
      <h2 id="preview">{texts.previewTitle}</h2>
      <p>{texts.previewLead}</p>
      {newest !== undefined && (
        <>
          <h3>{texts.onPage}</h3>
          <blockquote>
            <p>
              <strong>{saidIn(story, "name", language)}</strong> · {stages[newest.status]}
            </p>
            {children}
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

/** What has been said, the newest first. */
export function Updates({ updates }: { readonly updates: readonly StoryUpdate[] }): JSX.Element {
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
