import { componentPath } from "#monitor/domain/page-paths.ts";
import type { JSX } from "preact";
import { CopyButton } from "#web-kit/copy-button.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { badgeCode, badgePath, type BadgeShow, type BadgeSubject } from "./badge-code.ts";
import { fill } from "#web-kit/language/texts.ts";

interface BadgesProps {
  readonly statusUrl: string;
  /** The component whose badges are offered; undefined for the whole page. */
  readonly component?: { readonly id: string; readonly name: string };
}

export function BadgeSection(props: Required<BadgesProps>): JSX.Element {
  const texts = useTexts("badges");
  return (
    <Island as="section" class="badges" aria-labelledby="badges">
      <h2 id="badges">{texts.title}</h2>
      <p class="quiet">{texts.intro}</p>
      <Badges {...props} />
    </Island>
  );
}

export function Badges({ statusUrl, component }: BadgesProps): JSX.Element {
  const texts = useTexts("badges");
  const subject: BadgeSubject = {
    id: component?.id ?? "overall",
    statusUrl: statusUrl.replace(/\/$/, ""),
    path: component === undefined ? "/" : componentPath(component.id),
  };
  const name = component?.name ?? texts.wholePage;
  const shows: readonly BadgeShow[] =
    component === undefined ? ["status"] : ["status", "uptime", "latency"];
  return (
    <ul class="card badge-list">
      {shows.map((show) => (
        <Badge key={show} subject={subject} show={show} name={name} />
      ))}
    </ul>
  );
}

interface BadgeProps {
  readonly subject: BadgeSubject;
  readonly show: BadgeShow;
  readonly name: string;
}

function Badge({ subject, show, name }: BadgeProps): JSX.Element {
  const { language, interactive } = useReader();
  const texts = useTexts("badges");
  const label = fill(texts.label, { name, show: texts.show[show] });
  const code = badgeCode(subject, show, language, label);
  return (
    <li class="badge">
      <img src={badgePath(subject.id, show, language)} alt={label} height="20" loading="lazy" />
      <details>
        <summary>
          {texts.copyCode}
          <span class="hidden"> {label}</span>
        </summary>
        <dl>
          {(["markdown", "html", "address"] as const).map((form) => (
            <div key={form}>
              <dt>{texts.form[form]}</dt>
              <dd class="copied">
                <code>{code[form]}</code>
                {interactive && (
                  <CopyButton
                    text={code[form]}
                    what={`${texts.form[form]}, ${label}`}
                    label={texts.copy}
                    copiedLabel={texts.copied}
                    failedLabel={texts.notCopied}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
