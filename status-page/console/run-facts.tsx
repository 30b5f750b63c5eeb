import { Fragment, type JSX } from "preact";
import type { EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { useConsoleTexts } from "./texts.ts";
import { partsOf, Waterfall } from "./waterfall.tsx";

/** The text that was said and heard, the duration of each part, and the requests. */
export function RunFacts({ facts }: { readonly facts: EvidenceFacts }): JSX.Element {
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
              <dt>{named[name] ?? name}</dt>
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
          {Object.entries(measures).map(([name, value], at) => (
            <Fragment key={name}>
              {at > 0 && " · "}
              <span class="measure">
                <code>{name}</code> {formats.number(value)}
              </span>
            </Fragment>
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

/** Shows missing words struck out, and added words beside them underlined. */
function Difference({ kind, words }: DifferenceProps): JSX.Element {
  if (kind === "same") return <>{words} </>;
  return kind === "missing" ? <del>{words} </del> : <ins>{words} </ins>;
}
