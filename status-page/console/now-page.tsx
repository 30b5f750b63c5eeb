import type { ComponentChildren, JSX } from "preact";
import { isReason } from "#monitor/domain/reason.ts";
import type {
  CheckNowView,
  ConsoleNowView,
  EndedAlert,
  LocationNowView,
} from "#status-api/page/page-view-console.ts";
import { fill, plural } from "#web-kit/language/texts.ts";
import { componentPath } from "../paths/paths.ts";
import { useReader } from "../reader/reader.ts";
import { StatusMark, StatusMarkShapes, StatusWords } from "../status/status-mark.tsx";
import { RunNow } from "./asking-for-runs.tsx";
import { RESULT_TONES } from "./result-tones.ts";
import { SmallLine } from "./small-line.tsx";
import { useConsoleTexts } from "./texts.ts";

/** Minimum scale of the sparklines, so that quick or correct results lie at the bottom. */
const LEAST = { durationMs: 500, wordError: 0.1 };

/** Kinds of checks whose requests and responses are kept. */
const KEEPS_RUNS: ReadonlySet<string> = new Set([
  "transcription",
  "stream",
  "synthesis",
  "session",
]);

/** The current result of every check at each location; firing alerts come first. */
export function NowPage({ view }: { readonly view: ConsoleNowView }): JSX.Element {
  const { formats, language, siteUrl } = useReader();
  const texts = useConsoleTexts().console;
  return (
    <main id="content" class="console">
      <StatusMarkShapes />
      <div class="console-head">
        <h1>{texts.nowTitle}</h1>
        <form method="post" action="/console/sign-out">
          <span class="quiet">
            {fill(texts.signedInAs, { name: view.person })} ({texts.roles[view.role]})
          </span>{" "}
          <button class="button plain small">{texts.signOut}</button>
        </form>
      </div>
      <p class="quiet">
        {fill(texts.asOf, { time: formats.utc(view.nowMs) })}{" "}
        <span id="console-live" hidden>
          {texts.live}
        </span>
      </p>
      {view.silent.length > 0 && (
        <ul class="notice silent">
          {view.silent.map(({ location, seenMs }) => (
            <li key={location}>
              {fill(texts.silent, { location, ago: formats.duration(view.nowMs - seenMs) })}
            </li>
          ))}
        </ul>
      )}
      {view.endedAlert !== null && <AlertThatEnded alert={view.endedAlert} />}
      <Alerts view={view} />
      {view.components.map(({ id, name, status, checks }) => (
        <section key={id} class="card console-component" aria-labelledby={`component-${id}`}>
          <h2 id={`component-${id}`}>
            <a href={siteUrl + componentPath(id)}>{name[language]}</a>{" "}
            <StatusWords status={status} />
          </h2>
          {checks.map((check) => (
            <Check
              key={check.id}
              check={check}
              nowMs={view.nowMs}
              askingKey={view.canPublish ? view.askingKey : null}
            />
          ))}
        </section>
      ))}
    </main>
  );
}

/** What became of the alert that a message linked to. */
function AlertThatEnded({ alert }: { readonly alert: EndedAlert | "gone" }): JSX.Element {
  const { formats } = useReader();
  const { console: texts } = useConsoleTexts();
  if (alert === "gone") return <p class="card">{texts.alertGone}</p>;
  const { checkId, failingSinceMs, resolvedAtMs, isWithdrawn, acknowledgedBy } = alert;
  return (
    <p class="card">
      <strong>{texts.alertEnded}</strong>{" "}
      {fill(isWithdrawn ? texts.alertWithdrawn : texts.alertLasted, {
        check: checkId,
        duration: formats.duration(resolvedAtMs - failingSinceMs),
        time: formats.utc(resolvedAtMs),
      })}
      {acknowledgedBy !== null && ` ${fill(texts.tookCare, { name: acknowledgedBy })}`}
    </p>
  );
}

function Alerts({ view }: { readonly view: ConsoleNowView }): JSX.Element | null {
  const { formats } = useReader();
  const { console: texts, reasons } = useConsoleTexts();
  if (view.alerts.length === 0) return null;
  return (
    <section class="card alerts" aria-labelledby="alerts">
      <h2 id="alerts">{texts.alerts}</h2>
      <ul>
        {view.alerts.map((alert) => (
          <li key={alert.id} id={`alert-${alert.id}`}>
            <p>
              <strong>{alert.checkId}</strong>{" "}
              {isReason(alert.reason) ? reasons[alert.reason] : texts.fails}
              <span class="quiet">
                {" · "}
                {fill(texts.failingFor, {
                  duration: formats.duration(view.nowMs - alert.failingSinceMs),
                })}
              </span>
            </p>
            {alert.acknowledgedBy === null && view.canPublish && (
              <form method="post" action={`/console/alerts/${alert.id}/acknowledge`}>
                <button class="button small">{texts.acknowledge}</button>
              </form>
            )}
            {alert.acknowledgedBy !== null && (
              <p class="quiet">{fill(texts.acknowledgedBy, { name: alert.acknowledgedBy })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Check({
  check,
  nowMs,
  askingKey,
}: {
  readonly check: CheckNowView;
  readonly nowMs: number;
  /** Null where the person may not request runs. */
  readonly askingKey: string | null;
}): JSX.Element {
  const texts = useConsoleTexts().console;
  return (
    <div class="console-check">
      <h3>
        <code>{check.id}</code> <span class="quiet">{check.kind}</span>
        {KEEPS_RUNS.has(check.kind) && (
          <a href={`/console/checks/${check.id}/runs`}>{texts.keptRuns}</a>
        )}
        {check.runbookUrl !== null && (
          <>
            {" "}
            <a href={check.runbookUrl}>{texts.runbook}</a>
          </>
        )}
      </h3>
      {check.locations.length === 0 && <p class="quiet">{texts.notRun}</p>}
      {check.locations.length > 0 && (
        <table>
          <thead>
            <tr>
              {[texts.location, texts.lastRun, texts.duration, texts.wordErrors, texts.next].map(
                (heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {check.locations.map((place) => (
              <Place key={place.location} place={place} nowMs={nowMs}>
                {askingKey !== null && (
                  <RunNow check={check.id} location={place.location} formKey={askingKey} />
                )}
              </Place>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Place({
  place,
  nowMs,
  children,
}: {
  readonly place: LocationNowView;
  readonly nowMs: number;
  /** Actions for the location. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { formats, language } = useReader();
  const { console: texts, reasons } = useConsoleTexts();
  const { result, reason, badRuns, missedSlots, durationMs, durationsMs, wordErrors } = place;
  // Of the run whose figures are shown beside it: an older one would be out of date.
  const lastWordError = wordErrors.at(-1) ?? null;
  return (
    <tr>
      <th scope="row">{place.location}</th>
      <td class={RESULT_TONES[result]}>
        <StatusMark status={RESULT_TONES[result]} /> {texts.results[result]}
        {isReason(reason) && `: ${reasons[reason]}`}
        <span class="quiet">
          {" "}
          {fill(texts.ago, { duration: formats.duration(Math.max(0, nowMs - place.slotMs)) })}
        </span>
        {badRuns > 1 && <p>{plural(language, texts.badRuns, badRuns)}</p>}
        {place.message !== null && (
          <p class="quiet message-line" lang="en">
            {place.message}
          </p>
        )}
      </td>
      <td data-label={texts.duration}>
        {formats.milliseconds(Math.round(durationMs))}
        <SmallLine values={durationsMs} label={texts.durations} least={LEAST.durationMs} />
      </td>
      <td {...(lastWordError !== null && { "data-label": texts.wordErrors })}>
        {lastWordError !== null && formats.share(lastWordError)}
        <SmallLine values={wordErrors} label={texts.wordErrorLine} least={LEAST.wordError} />
      </td>
      <td data-label={texts.next}>
        {`${formats.time(place.nextSlotMs)} UTC`}
        {missedSlots > 0 && <p>{plural(language, texts.missed, missedSlots)}</p>}
        {children}
      </td>
    </tr>
  );
}
