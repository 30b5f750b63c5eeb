import { CONSOLE_PATHS, runPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { isOpen } from "#monitor/domain/asked-run.ts";
import type { AskedRunAnswer } from "#status-api/admin/asked-runs.ts";
import type { ConsoleAskedRunView } from "#status-api/page/page-view-asked-run.ts";
import type { ConsoleContent } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { StatusMarkShapes } from "../status/status-mark.tsx";
import { Alert, FilledText, ReaderTime, RESULT_TONES, RunResult } from "./page-parts.tsx";
import { reasonOf } from "./refusal-words.ts";
import { type CONSOLE_TEXTS, useConsoleTexts } from "./texts.ts";
import { partsOf, Waterfall } from "./waterfall.tsx";

/** Returns whether a page waits for a run that is not finished. */
export function isAwaited(content: ConsoleContent): boolean {
  const { kind } = content;
  return kind === "askedRun" && content.view.kind === "run" && isOpen(content.view.run.state);
}

export function askedRunTitle(
  view: ConsoleAskedRunView,
  { askedRuns: texts }: (typeof CONSOLE_TEXTS)["en"]["console"],
): string {
  if (view.kind === "gone") return texts.gone;
  return fill(texts.title, { check: view.kind === "run" ? view.run.check : view.checkId });
}

/** A run that a person requested: that it waits or runs, its result, or why there is none. */
export function AskedRunPage({ view }: { readonly view: ConsoleAskedRunView }): JSX.Element {
  const { console: texts } = useConsoleTexts();
  return (
    <main id="content" class="console">
      <StatusMarkShapes />
      <p>
        <a href={CONSOLE_PATHS.now}>{texts.nowTitle}</a>
      </p>
      <h1>{askedRunTitle(view, texts)}</h1>
      {view.kind === "refused" && <Refused {...view} />}
      {view.kind === "run" && <Run run={view.run} />}
    </main>
  );
}

function Refused({
  refusal,
  openId,
}: Extract<ConsoleAskedRunView, { readonly kind: "refused" }>): JSX.Element {
  const { console: texts } = useConsoleTexts();
  return (
    <>
      <Alert>{fill(texts.askedRuns.refused, { reason: reasonOf(refusal, texts) })}</Alert>
      {openId !== null && (
        <p>
          <a href={`${CONSOLE_PATHS.askedRuns}/${openId}`}>{texts.askedRuns.underWay}</a>
        </p>
      )}
    </>
  );
}

function Run({ run }: { readonly run: AskedRunAnswer }): JSX.Element {
  const { askedRuns: texts } = useConsoleTexts().console;
  const { state, location } = run;
  return (
    <>
      <p class="quiet">
        {location} ·{" "}
        <FilledText
          text={texts.askedBy}
          values={{ name: run.asked_by, time: <ReaderTime atMs={Date.parse(run.asked_at)} /> }}
        />
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
        <p class="notice" role="alert">
          {fill(texts.states[state], { location })}
        </p>
      )}
      {state === "done" && <Result run={run} />}
    </>
  );
}

function Result({ run }: { readonly run: AskedRunAnswer }): JSX.Element {
  const { console: texts } = useConsoleTexts();
  const {
    result,
    reason,
    message,
    attempt,
    evidence,
    phases,
    measures,
    duration_ms: totalMs,
  } = run;
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
      {attempt === 2 && <p class="quiet">{texts.askedRuns.retried}</p>}
      {evidence !== null && (
        <p>
          <a href={runPath(evidence)}>{texts.askedRuns.open}</a>
        </p>
      )}
      {totalMs !== null && totalMs > 0 && (
        <Waterfall
          parts={partsOf({ phases: phases ?? {}, measures: measures ?? {} })}
          totalMs={totalMs}
        />
      )}
    </section>
  );
}
