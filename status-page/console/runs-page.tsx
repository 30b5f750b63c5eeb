import { runPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { isReason } from "#monitor/domain/reason.ts";
import type { ConsoleRunsView } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { StatusMark, StatusMarkShapes } from "../status/status-mark.tsx";
import { BackToNow } from "./back-to-now.tsx";
import { RESULT_TONES } from "./result-tones.ts";
import { useConsoleTexts } from "./texts.ts";
import { ReaderTime } from "./reader-time.tsx";

/** The runs of a check whose evidence is kept. */
export function RunsPage({ view }: { readonly view: ConsoleRunsView }): JSX.Element {
  const { console: texts, reasons } = useConsoleTexts();
  return (
    <main id="content" class="console">
      <StatusMarkShapes />
      <BackToNow />
      <h1>{fill(texts.keptRunsOf, { check: view.checkId })}</h1>
      {view.runs.length === 0 && <p class="card quiet">{texts.noKeptRuns}</p>}
      {view.runs.length > 0 && (
        <ul class="card kept-runs">
          {view.runs.map((run) => (
            <li key={run.id} class={RESULT_TONES[run.result]}>
              <StatusMark status={RESULT_TONES[run.result]} />{" "}
              <a href={runPath(run.id)}>
                <ReaderTime atMs={run.slotMs} />
              </a>{" "}
              {run.location} · {texts.results[run.result]}
              {isReason(run.reason) && `: ${reasons[run.reason]}`}
              {run.asked && ` · ${texts.askedRuns.byPerson}`}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
