import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { Difference } from "#status-api/page/page-view-work.ts";
import { plural } from "#web-kit/language/texts.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { Field } from "./form-parts.tsx";
import { Facts, OlderLink, Rows, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.audit;

/** The audit log, newest first, with the fields that each action changed. */
export function AuditPage({ view }: PageProps<"audit">): JSX.Element {
  const { audit: texts } = useConsoleTexts().console.work;
  const actions: Readonly<Record<string, string>> = texts.actions;
  const { entries, actor, subject, older } = view;
  return (
    <>
      <form method="get" action={PATH} class="tell console-filter">
        <Field label={texts.person} name="actor" value={actor} maxLength={100} />
        <Field label={texts.subject} name="subject" value={subject} maxLength={100} />
        <button class="button plain">{texts.filter}</button>
        {(actor !== "" || subject !== "") && <a href={PATH}>{texts.everything}</a>}
      </form>
      <Rows none={texts.none}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p>
              <a href={`${PATH}?actor=${encodeURIComponent(entry.actor)}`}>{entry.actor}</a>{" "}
              {actions[entry.action] ?? entry.action}{" "}
              <a href={`${PATH}?subject=${encodeURIComponent(entry.subject)}`}>
                <code>{entry.subject}</code>
              </a>
            </p>
            <p class="quiet">
              <Facts>
                <Moment atMs={entry.at.getTime()} />
                <code>{entry.action}</code>
                {entry.vouched_by !== null && `${texts.vouchedBy} ${entry.vouched_by}`}
              </Facts>
            </p>
            {entry.differences.length > 0 && <Differences>{entry.differences}</Differences>}
          </li>
        ))}
      </Rows>
      <OlderLink path={older} />
    </>
  );
}

function Differences({ children }: { readonly children: readonly Difference[] }): JSX.Element {
  const { language } = useReader();
  const { audit: texts, none } = useConsoleTexts().console.work;
  return (
    <details>
      <summary>{plural(language, texts.fields, children.length)}</summary>
      <table class="console-differences">
        <thead>
          <tr>
            {[texts.field, texts.before, texts.after].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {children.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">
                <code>{field}</code>
              </th>
              <td data-label={texts.before}>{before ?? none}</td>
              <td data-label={texts.after}>{after ?? none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
