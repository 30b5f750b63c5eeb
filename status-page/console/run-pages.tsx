import { runPath, runsOfCheckPath } from "#monitor/domain/console-paths.ts";
import type { ComponentChildren, JSX } from "preact";
import type { EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import { isReason } from "#monitor/domain/reason.ts";
import type { AskingForRuns } from "#status-api/page/page-view-requested-run.ts";
import type { ConsoleRunView, OpenedRun } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { StatusMark } from "../status/status-mark.tsx";
import { Choice } from "./form-parts.tsx";
import { Facts, RESULT_TONES, Rows, RunResult, type PageProps } from "./page-parts.tsx";
import { SoundOfRun } from "./sound-of-run.tsx";
import { useConsoleTexts } from "./texts.ts";
import { partsOf, Waterfall } from "./waterfall.tsx";

/** The runs of a check whose evidence is kept. */
export function RunsPage({ view }: PageProps<"runs">): JSX.Element {
  const { console: texts, reasons } = useConsoleTexts();
  return (
    <Rows none={texts.noKeptRuns} class="kept-runs">
      {view.runs.map((run) => (
        <li key={run.id} class={RESULT_TONES[run.result]}>
          <StatusMark status={RESULT_TONES[run.result]} />{" "}
          <Facts>
            <>
              <a href={runPath(run.id)}>
                <Moment atMs={run.slotMs} />
              </a>{" "}
              {run.location}
            </>
            {`${texts.results[run.result]}${isReason(run.reason) ? `: ${reasons[run.reason]}` : ""}`}
            {run.asked && texts.requestedRuns.byPerson}
          </Facts>
        </li>
      ))}
    </Rows>
  );
}

/** One run: its requests and responses, the duration of each part, the audio; beside a failed run, the last good one. */
export function RunPage({ view }: PageProps<"run">): JSX.Element {
  const texts = useConsoleTexts().console;
  const { run, lastGood, asking } = view;
  const runs = lastGood === null ? [run] : [run, lastGood];
  const sounds = runs.flatMap(({ audio }) => audio.flatMap(({ sound }) => sound ?? []));
  const seconds = Math.max(0, ...sounds.map((sound) => sound.seconds));
  return (
    <>
      {asking !== null && <RunAgain run={run} asking={asking} />}
      {sounds.length > 0 && <p class="quiet">{texts.sound.legend}</p>}
      <div class={lastGood === null ? "run-alone" : "runs-beside"}>
        <Run run={run} seconds={seconds} />
        {lastGood !== null && (
          <Run run={lastGood} seconds={seconds}>
            <a href={runPath(lastGood.id)}>{texts.lastGood}</a>
          </Run>
        )}
      </div>
    </>
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
  const texts = useConsoleTexts().console;
  const { facts } = run;
  const headingId = `run-${run.id}`;
  return (
    <section class="run" aria-labelledby={headingId}>
      <h2 id={headingId} class={RESULT_TONES[run.result]}>
        <span>
          <RunResult {...run} />
        </span>
        {children !== undefined && <small>{children}</small>}
      </h2>
      <p class="quiet">
        <Facts>
          <Moment atMs={run.slotMs} />
          {run.location}
          {fill(texts.attempt, { number: run.attempt })}
          {run.asked && texts.requestedRuns.byPerson}
        </Facts>
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

/** A form that repeats the request of a kept run, from a location of choice. */
function RunAgain({
  run,
  asking: { key, locations },
}: {
  readonly run: ConsoleRunView["run"];
  readonly asking: AskingForRuns;
}): JSX.Element {
  const { requestedRuns: texts, location: label } = useConsoleTexts().console;
  if (locations.length === 0) return <p class="quiet">{texts.noProber}</p>;
  return (
    <form method="post" action={runsOfCheckPath(run.checkId)} class="run-again">
      <input type="hidden" name="replay" value={run.id} />
      <input type="hidden" name="key" value={key} />
      <Choice label={label} name="location" chosen={run.location}>
        {locations.map((location) => [location, location])}
      </Choice>
      <button class="button">{texts.runAgain}</button>
    </form>
  );
}

/** The text that was said and heard, the duration of each part, and the requests. */
function RunFacts({ facts }: { readonly facts: EvidenceFacts }): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const named: Readonly<Record<string, string>> = texts.texts;
  const { differences, exchanges, measures, seed, versions } = facts;
  return (
    <>
      <section class="card">
        <h3>{texts.said}</h3>
        {differences === null ? (
          <p lang="tr">{facts.input_text}</p>
        ) : (
          <p lang="tr">
            {differences.map(({ kind, words }, at) => (
              <Difference key={at} kind={kind} words={words} />
            ))}
          </p>
        )}
        <dl class="said-and-heard">
          {Object.entries(facts.texts).map(([name, text]) => (
            <div key={name}>
              <dt class="quiet">{named[name] ?? name}</dt>
              <dd lang="tr">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card">
        <h3>{texts.phases}</h3>
        <Waterfall parts={partsOf(facts)} totalMs={facts.duration_ms} />
      </section>
      <section class="card">
        <h3>{texts.exchanges}</h3>
        <ul>
          {exchanges.map(({ what, status, request_id, server, close_code }, at) => (
            <li key={at}>
              {what}: {close_code ?? status} {request_id !== null && <code>{request_id}</code>}{" "}
              {server !== null && <span class="quiet">{server}</span>}
            </li>
          ))}
        </ul>
        <p class="quiet">
          <Facts>
            {Object.entries(measures).map(([name, value]) => (
              <span key={name} class="measure">
                <code>{name}</code> {formats.number(value)}
              </span>
            ))}
          </Facts>
        </p>
        <p class="quiet">
          {fill(texts.madeWith, { seed, prober: versions.prober, node: versions.node })}
        </p>
      </section>
    </>
  );
}

type DifferenceProps = NonNullable<EvidenceFacts["differences"]>[number];

/** Shows missing words struck out, and added words beside them underlined. */
function Difference({ kind, words }: DifferenceProps): JSX.Element {
  if (kind === "same") return <>{words} </>;
  return kind === "missing" ? <del>{words} </del> : <ins>{words} </ins>;
}
