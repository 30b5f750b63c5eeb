import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { ComponentChildren, JSX } from "preact";
import { MONITOR_FILE_DIFFERS } from "#monitor/domain/configuration-version.ts";
import { isReason } from "#monitor/domain/reason.ts";
import type { CauseNow, EndedAlertView } from "#status-api/page/page-view-now.ts";
import { fill } from "#web-kit/language/texts.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { useAge, useNow } from "./now-context.ts";
import { Facts } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** Shows the outcome of the alert that a message linked to. */
export function AlertThatEnded({
  alert,
}: {
  readonly alert: EndedAlertView | "gone";
}): JSX.Element {
  const { formats, language } = useReader();
  const { console: texts, alerts } = useConsoleTexts();
  if (alert === "gone") return <p class="card">{texts.alertGone}</p>;
  const { component, checkId, failingSinceMs, resolvedAtMs, acknowledgedBy } = alert;
  const withdrawn = alert.isReplaced ? texts.alertReplaced : texts.alertWithdrawn;
  return (
    <p class="card">
      <strong>{texts.alertEnded}</strong>{" "}
      <FilledText
        text={alert.isWithdrawn ? withdrawn : texts.alertLasted}
        values={{
          check: fill(alerts.what, { component: component[language], check: checkId }),
          duration: formats.duration(resolvedAtMs - failingSinceMs),
          time: <Moment atMs={resolvedAtMs} />,
        }}
      />
      {acknowledgedBy !== null && ` ${fill(texts.tookCare, { name: acknowledgedBy })}`}
    </p>
  );
}

/** Lists the firing alerts, the acknowledged ones, and the failing checks of which nobody is notified. */
export function AlertLists(): JSX.Element {
  const { language } = useReader();
  const { console: texts } = useConsoleTexts();
  const { firing, acknowledged, silenced, canPublish } = useNow();
  return (
    <>
      <List id="firing">
        {firing.map((cause) => (
          <Cause key={cause.id} cause={cause}>
            {canPublish && <Acknowledge cause={cause} />}
          </Cause>
        ))}
      </List>
      <List id="acknowledged">
        {acknowledged.map((cause) => (
          <Cause key={cause.id} cause={cause}>
            {cause.acknowledgedBy !== null && (
              <p class="quiet">{fill(texts.acknowledgedBy, { name: cause.acknowledgedBy })}</p>
            )}
          </Cause>
        ))}
      </List>
      <List id="silenced">
        {silenced.map(({ checkId, component, silence }) => (
          <li key={checkId}>
            <p>
              <strong>{component[language]}</strong> <code>{checkId}</code>{" "}
              <span class="quiet">{texts.silences[silence]}</span>
            </p>
          </li>
        ))}
      </List>
    </>
  );
}

function List({
  id,
  children,
}: {
  readonly id: "firing" | "acknowledged" | "silenced";
  readonly children: readonly JSX.Element[];
}): JSX.Element | null {
  const { lists } = useConsoleTexts().console;
  if (children.length === 0) return null;
  return (
    <section class={`card alerts ${id}`} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {lists[id]} <span class="quiet">{children.length}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

/** Alerts of one cause: how bad it is and for how long, its incident, and each check with its reason. */
function Cause({
  cause,
  children,
}: {
  readonly cause: CauseNow;
  /** Its actions, or who takes care of it. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { language } = useReader();
  const { console: texts, alerts, reasons } = useConsoleTexts();
  const age = useAge();
  const { severity, failingSinceMs, incident, checks } = cause;
  return (
    <li>
      <div class="cause">
        <p class="quiet">
          <Facts>
            <span class={`severity ${severity}`}>{alerts.severities[severity]}</span>
            {fill(texts.failingFor, { duration: age(failingSinceMs) })}
            {incident !== null && (
              <a href={`${CONSOLE_PATHS.incidents}/${incident.id}`}>{incident.name[language]}</a>
            )}
          </Facts>
        </p>
        {checks.map(({ alertIds, checkId, component, reason }) => (
          <p key={checkId} class="alerted" id={`alert-${alertIds[0]}`}>
            {alertIds.slice(1).map((id) => (
              <span key={id} id={`alert-${id}`} />
            ))}
            <strong>{component[language]}</strong> <code>{checkId}</code>{" "}
            {reason === MONITOR_FILE_DIFFERS
              ? alerts.monitorFileDiffers
              : isReason(reason)
                ? reasons[reason]
                : texts.fails}
          </p>
        ))}
      </div>
      {children}
    </li>
  );
}

function Acknowledge({ cause: { id, checks } }: { readonly cause: CauseNow }): JSX.Element {
  const { language } = useReader();
  const { person } = useNow();
  const { console: texts } = useConsoleTexts();
  const names = [...new Set(checks.map(({ component }) => component[language]))].join(", ");
  return (
    <form
      method="post"
      action={`${CONSOLE_PATHS.alerts}/${id}/acknowledge`}
      data-done={`${names}: ${fill(texts.acknowledgedBy, { name: person })}`}
    >
      <button
        class="button"
        id={`acknowledge-${id}`}
        aria-label={fill(texts.acknowledgeOf, { components: names })}
      >
        {texts.acknowledge}
      </button>
    </form>
  );
}
