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
import { useAge, useNow } from "./now-context.ts";
import { Facts, RESULT_TONES, RunResult } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** Minimum scale of the sparklines, so that quick or correct results lie at the bottom. */
const MIN_SCALE = { durationMs: 500, wordError: 0.1 };

/** A component that is not well: what fails in full, the checks that pass in one row each. */
export function FailingComponent({
  component: { id, name, status, checks },
}: {
  readonly component: ComponentNow;
}): JSX.Element {
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
          <Check key={check.id} check={check} />
        ))}
      {passing.map((check) => (
        <details key={check.id} id={`check-${check.id}`} class="console-row">
          <summary>
            <span>
              <StatusMark status="operational" /> <code>{check.id}</code>
            </span>
            <LastRun check={check} />
          </summary>
          <Check check={check} />
        </details>
      ))}
    </section>
  );
}

/** A component that is well, in one row that opens to all that is known of it. */
export function WellComponent({
  component: { id, name, status, checks },
}: {
  readonly component: ComponentNow;
}): JSX.Element {
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
        <Check key={check.id} check={check} />
      ))}
    </details>
  );
}

interface CheckProps {
  readonly check: CheckNowView;
}

function LastRun({ check: { locations } }: CheckProps): JSX.Element {
  const texts = useConsoleTexts().console;
  const lastMs = Math.max(...locations.map(({ slotMs }) => slotMs));
  return (
    <span class="quiet">
      {texts.results.ok} {fill(texts.ago, { duration: useAge()(lastMs) })}
    </span>
  );
}

function Check({ check }: CheckProps): JSX.Element {
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
        <Place key={place.location} place={place} checkId={check.id} />
      ))}
    </div>
  );
}

function Place({
  place,
  checkId,
}: {
  readonly place: LocationNowView;
  readonly checkId: string;
}): JSX.Element {
  const { formats, language } = useReader();
  const { canPublish } = useNow();
  const age = useAge();
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
            {fill(texts.ago, { duration: age(place.slotMs) })}
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
            last={formats.milliseconds(Math.round(place.durationMs))}
            values={durationsMs}
            label={texts.durations}
            min={MIN_SCALE.durationMs}
          />
          {lastWordError !== null && (
            <Figure
              name={texts.wordErrors}
              last={formats.share(lastWordError)}
              values={wordErrors}
              label={texts.wordErrorLine}
              min={MIN_SCALE.wordError}
            />
          )}
          <span class="quiet console-next">
            <FilledText
              text={texts.nextAt}
              values={{ time: <Moment atMs={place.nextSlotMs} as="time" /> }}
            />
          </span>
        </div>
        {canPublish && <RunNow check={checkId} location={location} />}
      </div>
    </div>
  );
}

const WIDTH = 120;
const HEIGHT = 24;

interface FigureProps {
  readonly name: string;
  /** The last value, in words. */
  readonly last: string;
  /** Oldest first; null where nothing was measured, which interrupts the line. */
  readonly values: readonly (number | null)[];
  /** The accessible description of the line. */
  readonly label: string;
  /** The minimum value of the upper edge, so that small values look small. */
  readonly min: number;
}

/** A value with a sparkline of its course, without axes. */
function Figure({ name, last, values, label, min }: FigureProps): JSX.Element {
  const known = values.filter((value) => value !== null);
  const max = Math.max(min, ...known);
  const xOf = (at: number): string => ((at / (values.length - 1)) * WIDTH).toFixed(1);
  const yOf = (value: number): string => (HEIGHT - 1 - (value / max) * (HEIGHT - 2)).toFixed(1);
  return (
    <span class="console-figure">
      <span>
        <span class="quiet">{name}</span> {last}
      </span>
      {known.length > 1 && (
        <svg class="small-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
          <path d={linePath(values, xOf, yOf)} />
        </svg>
      )}
    </span>
  );
}

/** A button that requests a run of a check at a location. */
function RunNow({
  check,
  location,
}: {
  readonly check: string;
  readonly location: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.requestedRuns;
  return (
    <form method="post" action={runsOfCheckPath(check)} class="run-now">
      <input type="hidden" name="location" value={location} />
      <input type="hidden" name="key" value={useNow().askingKey} />
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
