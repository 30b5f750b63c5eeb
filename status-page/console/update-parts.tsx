import type { ComponentChildren, JSX } from "preact";
import { type LocalizedText, saidIn } from "#monitor/domain/localized-text.ts";
import type { IncidentAnswer, MaintenanceAnswer, PreviewMail } from "#status-api/admin/answers.ts";
import { isLanguage, LANGUAGES } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { FORM_ID } from "./console-form.ts";
import { Facts, zonedTime } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

export interface PreviewProps {
  readonly statusEvent: IncidentAnswer | MaintenanceAnswer;
  readonly mails: readonly PreviewMail[];
  /** Its text as safe HTML, in place of the plain one. */
  readonly html?: LocalizedText | null;
  /** Additional content of the page. */
  readonly children?: ComponentChildren;
}

/** A preview of what people would read, on the page and in a mail, in every language. */
export function Preview({ statusEvent, mails, html, children }: PreviewProps): JSX.Element {
  const { language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  const [newest] = statusEvent.updates;
  return (
    <section class="card preview" aria-labelledby="preview">
      <h2 id="preview">{texts.previewTitle}</h2>
      <p>{texts.previewLead}</p>
      <input type="hidden" form={FORM_ID} name="previewed" value="true" />
      {newest !== undefined && (
        <>
          <h3>{texts.onPage}</h3>
          <blockquote>
            <p>
              <Facts>
                <strong>{saidIn(statusEvent, "name", language)}</strong>
                {stages[newest.status]}
              </Facts>
            </p>
            {children}
            {html === undefined || html === null ? (
              <p class="said">{saidIn(newest, "body", language)}</p>
            ) : (
              <div dangerouslySetInnerHTML={{ __html: html[language] }} />
            )}
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

/** The published updates, newest first. */
export function Updates({
  updates,
  timeZone,
}: {
  readonly updates: IncidentAnswer["updates"];
  /** IANA name of the time zone of its times; the reader's by default. */
  readonly timeZone?: string;
}): JSX.Element {
  const { formats, language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  const timeOf = (atMs: number): JSX.Element | string =>
    timeZone === undefined ? <Moment atMs={atMs} /> : zonedTime(formats, timeZone, atMs);
  return (
    <section class="card" aria-labelledby="said">
      <h2 id="said">{texts.said}</h2>
      {updates.map((update) => (
        <article key={update.id}>
          <h3>
            {stages[update.status]}{" "}
            <span class="quiet">{timeOf(Date.parse(update.display_at))}</span>
          </h3>
          <p class="said">{saidIn(update, "body", language)}</p>
        </article>
      ))}
    </section>
  );
}
