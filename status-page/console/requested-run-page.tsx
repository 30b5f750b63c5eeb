import { CONSOLE_PATHS, runPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { isOpen } from "#monitor/domain/requested-run.ts";
import type { RequestedRunAnswer } from "#status-api/admin/requested-runs.ts";
import type { ConsoleRequestedRunView } from "#status-api/page/page-view-requested-run.ts";
import type { ConsoleContent } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { Alert, Facts, RESULT_TONES, RunResult, type PageProps } from "./page-parts.tsx";
import { type ConsoleTexts, useConsoleTexts } from "./texts.ts";
import { partsOf, Waterfall } from "./waterfall.tsx";

/** Returns whether a page waits for a run that is not finished. */
export function isAwaited(content: ConsoleContent): boolean {
  const { kind } = content;
  return kind === "requestedRun" && content.view.kind === "run" && isOpen(content.view.run.state);
}

export function requestedRunTitle(
  view: ConsoleRequestedRunView,
  texts: ConsoleTexts["console"]["requestedRuns"],
): string {
  if (view.kind === "gone") return texts.gone;
  return fill(texts.title, { check: view.kind === "run" ? view.run.check : view.checkId });
}

/** A run that a person requested: that it waits or runs, its result, or why there is none. */
export function RequestedRunPage({ view }: PageProps<"requestedRun">): JSX.Element | null {
  const texts = useConsoleTexts().console.requestedRuns;
  if (view.kind === "run") return <Run run={view.run} />;
  if (view.kind === "gone" || view.openId === null) return null;
  return (
    <p>
      <a href={`${CONSOLE_PATHS.requestedRuns}/${view.openId}`}>{texts.underWay}</a>
    </p>
  );
}

function Run({ run }: { readonly run: RequestedRunAnswer }): JSX.Element {
  const { requestedRuns: texts } = useConsoleTexts().console;
  const { state, location } = run;
  return (
    <>
      <p class="quiet">
        <Facts>
          {location}
          <FilledText
            text={texts.requestedBy}
            values={{ name: run.asked_by, time: <Moment atMs={Date.parse(run.asked_at)} /> }}
          />
        </Facts>
      </p>
      {run.replay !== null && (
        <p>
          <a href={runPath(run.replay)}>{texts.sameInput}</a>
        </p>
      )}
      {isOpen(state) && (
        <p id="console-awaited" class="card awaited" role="status">
          {fill(texts.states[state], { location })}
        </p>
      )}
      {(state === "not_taken" || state === "never_ended") && (
        <Alert>{fill(texts.states[state], { location })}</Alert>
      )}
      {state === "done" && <Result run={run} />}
    </>
  );
}

function Result({ run }: { readonly run: RequestedRunAnswer }): JSX.Element {
  const { console: texts } = useConsoleTexts();
  const { result, reason, message, evidence, duration_ms: totalMs } = run;
  return (
    <section class="card" aria-labelledby="result">
      {result !== null && (
        <h2 id="result" class={`result ${RESULT_TONES[result]}`}>
          <RunResult result={result} reason={reason} />
        </h2>
      )}
      {message !== null && (
        <p class="said" lang="en">
          {message}
        </p>
      )}
      {run.attempt === 2 && <p class="quiet">{texts.requestedRuns.retried}</p>}
      {evidence !== null && (
        <p>
          <a href={runPath(evidence)}>{texts.requestedRuns.open}</a>
        </p>
      )}
      {totalMs !== null && totalMs > 0 && (
        <Waterfall
          parts={partsOf({ phases: run.phases ?? {}, measures: run.measures ?? {} })}
          totalMs={totalMs}
        />
      )}
    </section>
  );
}
