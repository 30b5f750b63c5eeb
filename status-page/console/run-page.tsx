import type { JSX } from "preact";
import type { EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import { isReason } from "#monitor/domain/reason.ts";
import type { ConsoleRunsView, ConsoleRunView } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { StatusMark, StatusMarkShapes } from "../status/status-mark.tsx";
import { RunAgain } from "./asking-for-runs.tsx";
import { resultTones } from "./result-tones.ts";
import { useConsoleTexts } from "./texts.ts";
import { partsOf, Waterfall } from "./waterfall.tsx";

const runPath = (id: string): string => `/console/runs/${encodeURIComponent(id)}`;

function BackToNow(): JSX.Element {
  return (
    <p>
      <a href="/console">{useConsoleTexts().console.nowTitle}</a>
    </p>
  );
}

/** The runs of a check of which evidence is kept. */
export function RunsPage({ view }: { readonly view: ConsoleRunsView }): JSX.Element {
  const { formats } = useReader();
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
            <li key={run.id} class={resultTones[run.result]}>
              <StatusMark status={resultTones[run.result]} />{" "}
              <a href={runPath(run.id)}>{formats.utc(run.slotMs)}</a> {run.location} ·{" "}
              {texts.results[run.result]}
              {isReason(run.reason) && `: ${reasons[run.reason]}`}
              {run.asked && ` · ${texts.askedRuns.byPerson}`}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

/** One run, opened: what was asked and came, how long each part took, the audio. */
export function RunPage({ view }: { readonly view: ConsoleRunView | null }): JSX.Element {
  const { formats } = useReader();
  const { console: texts, reasons } = useConsoleTexts();
  if (view === null) {
    return (
      <main id="content" class="message">
        <h1>{texts.runGone}</h1>
        <BackToNow />
      </main>
    );
  }
  const { run, lastGoodId, asking } = view;
  const { facts } = run;
  return (
    <main id="content" class="console">
      <StatusMarkShapes />
      <BackToNow />
      <h1>{run.checkId}</h1>
      <p class={resultTones[run.result]}>
        <StatusMark status={resultTones[run.result]} /> {texts.results[run.result]}
        {isReason(run.reason) && `: ${reasons[run.reason]}`}
      </p>
      <p class="quiet">
        {formats.utc(run.slotMs)} · {run.location} · {fill(texts.attempt, { number: run.attempt })}
        {run.asked && ` · ${texts.askedRuns.byPerson}`}
      </p>
      {facts !== null && facts.message !== null && <p>{facts.message}</p>}
      {lastGoodId !== null && (
        <p>
          <a href={runPath(lastGoodId)}>{texts.lastGood}</a>
        </p>
      )}
      {asking !== null && <RunAgain run={run} asking={asking} />}
      {run.audio.map((name) => (
        <figure key={name} class="card">
          <figcaption>{texts.audio[name]}</figcaption>
          <audio
            controls
            preload="metadata"
            aria-label={texts.audio[name]}
            src={`${runPath(run.id)}/audio/${name}`}
          />
          {facts?.cut.includes(name) === true && <p class="quiet">{texts.cut}</p>}
        </figure>
      ))}
      {facts === null ? <p class="card">{texts.otherVersion}</p> : <Facts facts={facts} />}
    </main>
  );
}

function Facts({ facts }: { readonly facts: EvidenceFacts }): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const { differences, exchanges, measures, seed, versions } = facts;
  return (
    <>
      <section class="card" aria-labelledby="said">
        <h2 id="said">{texts.said}</h2>
        {differences === null ? (
          <p lang="tr">{facts.input_text}</p>
        ) : (
          <p lang="tr">
            {differences.map(({ kind, words }, at) => (
              <Difference key={at} kind={kind} words={words} />
            ))}
          </p>
        )}
        <dl>
          {Object.entries(facts.texts).map(([name, text]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd lang="tr">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card" aria-labelledby="phases">
        <h2 id="phases">{texts.phases}</h2>
        <Waterfall parts={partsOf(facts)} totalMs={facts.duration_ms} />
      </section>
      <section class="card" aria-labelledby="exchanges">
        <h2 id="exchanges">{texts.exchanges}</h2>
        <ul>
          {exchanges.map(({ what, status, request_id, server, close_code }, at) => (
            <li key={at}>
              {what}: {close_code ?? status} {request_id !== null && <code>{request_id}</code>}{" "}
              {server !== null && <span class="quiet">{server}</span>}
            </li>
          ))}
        </ul>
        <p class="quiet">
          {Object.entries(measures).map(([name, value]) => (
            <span key={name}>
              <code>{name}</code> {formats.number(value)}{" "}
            </span>
          ))}
        </p>
        <p class="quiet">
          {fill(texts.madeWith, { seed, prober: versions.prober, node: versions.node })}
        </p>
      </section>
    </>
  );
}

type DifferenceProps = NonNullable<EvidenceFacts["differences"]>[number];

/** What was not heard is struck out, what was heard beside it underlined. */
function Difference({ kind, words }: DifferenceProps): JSX.Element {
  if (kind === "same") return <>{words} </>;
  return kind === "missing" ? <del>{words} </del> : <ins>{words} </ins>;
}
