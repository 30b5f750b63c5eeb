import { runPath } from "#monitor/domain/console-paths.ts";
import type { ComponentChildren, JSX } from "preact";
import { isReason } from "#monitor/domain/reason.ts";
import type { ConsoleRunView, OpenedRun } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { StatusMark, StatusMarkShapes } from "../status/status-mark.tsx";
import { BackToNow } from "./back-to-now.tsx";
import { RunAgain } from "./asking-for-runs.tsx";
import { RESULT_TONES } from "./result-tones.ts";
import { RunFacts } from "./run-facts.tsx";
import { SoundLegend, SoundOfRun } from "./sound-of-run.tsx";
import { useConsoleTexts } from "./texts.ts";
import { ReaderTime } from "./reader-time.tsx";

/** One run: its requests and responses, the duration of each part, the audio; beside a failed run, the last good one. */
export function RunPage({ view }: { readonly view: ConsoleRunView | null }): JSX.Element {
  const texts = useConsoleTexts().console;
  if (view === null) {
    return (
      <main id="content" class="message">
        <h1>{texts.runGone}</h1>
        <BackToNow />
      </main>
    );
  }
  const { run, lastGood, asking } = view;
  const runs = lastGood === null ? [run] : [run, lastGood];
  const sounds = runs.flatMap(({ audio }) => audio.flatMap(({ sound }) => sound ?? []));
  const seconds = Math.max(0, ...sounds.map((sound) => sound.seconds));
  return (
    <main id="content" class="console">
      <StatusMarkShapes />
      <BackToNow />
      <h1>{run.checkId}</h1>
      {asking !== null && <RunAgain run={run} asking={asking} />}
      {sounds.length > 0 && <SoundLegend />}
      <div class={lastGood === null ? "run-alone" : "runs-beside"}>
        <Run run={run} seconds={seconds} />
        {lastGood !== null && (
          <Run run={lastGood} seconds={seconds}>
            <a href={runPath(lastGood.id)}>{texts.lastGood}</a>
          </Run>
        )}
      </div>
    </main>
  );
}

interface RunProps {
  readonly run: OpenedRun;
  /** The length of each picture's time axis in seconds. */
  readonly seconds: number;
  /** The description of the run, where several are shown. */
  readonly children?: ComponentChildren;
}

function Run({ run, seconds, children }: RunProps): JSX.Element {
  const { console: texts, reasons } = useConsoleTexts();
  const { facts } = run;
  const headingId = `run-${run.id}`;
  return (
    <section class="run" aria-labelledby={headingId}>
      <h2 id={headingId} class={RESULT_TONES[run.result]}>
        <span>
          <StatusMark status={RESULT_TONES[run.result]} /> {texts.results[run.result]}
          {isReason(run.reason) && `: ${reasons[run.reason]}`}
        </span>
        {children !== undefined && <small>{children}</small>}
      </h2>
      <p class="quiet">
        <ReaderTime atMs={run.slotMs} /> · {run.location} ·{" "}
        {fill(texts.attempt, { number: run.attempt })}
        {run.asked && ` · ${texts.askedRuns.byPerson}`}
      </p>
      {facts !== null && facts.message !== null && <p lang="en">{facts.message}</p>}
      <div class="sounds">
        {run.audio.map((audio) => (
          <SoundOfRun
            key={audio.name}
            runId={run.id}
            audio={audio}
            seconds={seconds}
            isCut={facts?.cut.includes(audio.name) === true}
          />
        ))}
      </div>
      {facts === null ? <p class="card">{texts.otherVersion}</p> : <RunFacts facts={facts} />}
    </section>
  );
}
