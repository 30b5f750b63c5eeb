import { runsOfCheckPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { AskingForRuns } from "#status-api/page/page-view-asked-run.ts";
import type { ConsoleRunView } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useConsoleTexts } from "./texts.ts";

/** A button that requests a run of a check at a location. */
export function RunNow({
  check,
  location,
  formKey,
}: {
  readonly check: string;
  readonly location: string;
  readonly formKey: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.askedRuns;
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

/** A form that repeats the request of a kept run, from a location of choice. */
export function RunAgain({
  run,
  asking: { key, locations },
}: {
  readonly run: ConsoleRunView["run"];
  readonly asking: AskingForRuns;
}): JSX.Element {
  const { askedRuns: texts, location: label } = useConsoleTexts().console;
  if (locations.length === 0) return <p class="quiet">{texts.noProber}</p>;
  return (
    <form method="post" action={runsOfCheckPath(run.checkId)} class="run-again">
      <input type="hidden" name="replay" value={run.id} />
      <input type="hidden" name="key" value={key} />
      <label>
        {label}
        <select class="input" name="location">
          {locations.map((location) => (
            <option key={location} selected={location === run.location}>
              {location}
            </option>
          ))}
        </select>
      </label>
      <button class="button">{texts.runAgain}</button>
    </form>
  );
}
