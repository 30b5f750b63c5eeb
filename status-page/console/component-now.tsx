import { runsOfCheckPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type {
  CheckNowView,
  ComponentNow,
  LocationNowView,
} from "#status-api/page/page-view-now.ts";
import { linePath } from "#web-kit/chart/plot.tsx";
import { fill, plural } from "#web-kit/language/texts.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { StatusMark, StatusWords } from "../status/status-mark.tsx";
import { Facts, RESULT_TONES, RunResult } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** Minimum scale of the sparklines, so that quick or correct results lie at the bottom. */
const MIN_SCALE = { durationMs: 500, wordError: 0.1 };

interface Asking {
  readonly nowMs: number;
  /** The idempotency key of forms for requesting a run; null where the person may not request any. */
  readonly askingKey: string | null;
}

/** A component that is not well: what fails in full, the checks that pass in one row each. */
export function FailingComponent({
  component: { id, name, status, checks },
  ...asking
}: { readonly component: ComponentNow } & Asking): JSX.Element {
  const { language, siteUrl } = useReader();
  const passing = checks.filter(({ passes }) => passes);
  return (
    <section class="card console-component" aria-labelledby={`component-${id}`}>
      <h3 id={`component-${id}`}>
        <a href={siteUrl + componentPath(id)}>{name[language]}</a> <StatusWords status={status} />
      </h3>
      {checks
        .filter(({ passes }) => !passes)
        .map((check) => (
          <Check key={check.id} check={check} {...asking} />
        ))}
      {passing.map((check) => (
        <details key={check.id} id={`check-${check.id}`} class="console-row">
          <summary>
            <span>
              <StatusMark status="operational" /> <code>{check.id}</code>
            </span>
            <LastRun check={check} nowMs={asking.nowMs} />
          </summary>
          <Check check={check} {...asking} />
        </details>
      ))}
    </section>
  );
}

/** A component that is well, in one row that opens to all that is known of it. */
export function WellComponent({
  component: { id, name, status, checks },
  ...asking
}: { readonly component: ComponentNow } & Asking): JSX.Element {
  const { language, siteUrl } = useReader();
  const texts = useConsoleTexts().console;
  return (
    <details id={`row-${id}`} class="console-row">
      <summary>
        <span>{name[language]}</span>
        <StatusWords status={status} />
      </summary>
      <p>
        <a href={siteUrl + componentPath(id)}>{texts.onThePage}</a>
      </p>
      {checks.map((check) => (
        <Check key={check.id} check={check} {...asking} />
      ))}
    </details>
  );
}

function LastRun({
  check: { locations },
  nowMs,
}: {
  readonly check: CheckNowView;
  readonly nowMs: number;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const lastMs = Math.max(...locations.map(({ slotMs }) => slotMs));
  return (
    <span class="quiet">
      {texts.results.ok} {fill(texts.ago, { duration: formats.duration(nowMs - lastMs) })}
    </span>
  );
}

function Check({ check, ...asking }: { readonly check: CheckNowView } & Asking): JSX.Element {
  const texts = useConsoleTexts().console;
  return (
    <div class="console-check">
      <h4>
        <code>{check.id}</code> <span class="quiet">{check.kind}</span>
        {check.keepsRuns && <a href={runsOfCheckPath(check.id)}>{texts.keptRuns}</a>}
        {check.runbookUrl !== null && <a href={check.runbookUrl}>{texts.runbook}</a>}
      </h4>
      {check.locations.length === 0 && <p class="quiet">{texts.notRun}</p>}
      {check.locations.map((place) => (
        <Place key={place.location} place={place} checkId={check.id} {...asking} />
      ))}
    </div>
  );
}

function Place({
  place,
  checkId,
  nowMs,
  askingKey,
}: { readonly place: LocationNowView; readonly checkId: string } & Asking): JSX.Element {
  const { formats, language } = useReader();
  const texts = useConsoleTexts().console;
  const { location, result, reason, badRuns, missedSlots, durationsMs, wordErrors } = place;
  // The word error of the run whose figures are shown beside it: an older one would be out of date.
  const lastWordError = wordErrors.at(-1) ?? null;
  return (
    <div class="console-place">
      <div class={RESULT_TONES[result]}>
        <RunResult {...{ result, reason }} />{" "}
        <span class="quiet">
          <Facts>
            {location}
            {fill(texts.ago, { duration: formats.duration(Math.max(0, nowMs - place.slotMs)) })}
            {badRuns > 1 && plural(language, texts.badRuns, badRuns)}
            {missedSlots > 0 && plural(language, texts.missed, missedSlots)}
          </Facts>
        </span>
        {place.message !== null && (
          <p class="quiet message-line" lang="en">
            {place.message}
          </p>
        )}
      </div>
      <div class="console-figures">
        <div>
          <Figure
            name={texts.duration}
            value={formats.milliseconds(Math.round(place.durationMs))}
            line={{ values: durationsMs, label: texts.durations, min: MIN_SCALE.durationMs }}
          />
          {lastWordError !== null && (
            <Figure
              name={texts.wordErrors}
              value={formats.share(lastWordError)}
              line={{ values: wordErrors, label: texts.wordErrorLine, min: MIN_SCALE.wordError }}
            />
          )}
          <span class="quiet console-next">
            <FilledText
              text={texts.nextAt}
              values={{ time: <Moment atMs={place.nextSlotMs} as="time" /> }}
            />
          </span>
        </div>
        {askingKey !== null && <RunNow check={checkId} location={location} formKey={askingKey} />}
      </div>
    </div>
  );
}

function Figure({
  name,
  value,
  line,
}: {
  readonly name: string;
  readonly value: string;
  readonly line: Parameters<typeof SmallLine>[0];
}): JSX.Element {
  return (
    <span class="console-figure">
      <span>
        <span class="quiet">{name}</span> {value}
      </span>
      <SmallLine {...line} />
    </span>
  );
}

const WIDTH = 120;
const HEIGHT = 24;

interface SmallLineProps {
  /** Oldest first; null where nothing was measured, which interrupts the line. */
  readonly values: readonly (number | null)[];
  /** Its accessible description. */
  readonly label: string;
  /** The minimum value of the upper edge, so that small values look small. */
  readonly min: number;
}

/** A sparkline: the course of a value, without axes. */
function SmallLine({ values, label, min }: SmallLineProps): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const max = Math.max(min, ...known);
  const xOf = (at: number): string => ((at / (values.length - 1)) * WIDTH).toFixed(1);
  const yOf = (value: number): string => (HEIGHT - 1 - (value / max) * (HEIGHT - 2)).toFixed(1);
  return (
    <svg class="small-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={linePath(values, xOf, yOf)} />
    </svg>
  );
}

/** A button that requests a run of a check at a location. */
function RunNow({
  check,
  location,
  formKey,
}: {
  readonly check: string;
  readonly location: string;
  readonly formKey: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.requestedRuns;
  return (
    <form method="post" action={runsOfCheckPath(check)} class="run-now">
      <input type="hidden" name="location" value={location} />
      <input type="hidden" name="key" value={formKey} />
      <button
        id={`run-${check}-${location}`}
        class="button plain small"
        aria-label={fill(texts.runNowOf, { check, location })}
      >
        {texts.runNow}
      </button>
    </form>
  );
}
