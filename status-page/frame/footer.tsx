import type { JSX } from "preact";
import type { PageView } from "#status-api/render/page-view.ts";
import { useReader } from "../reader/reader.ts";

/** Says how the figures are made, in which zone times are, and where programs read the same. */
export function PageFooter({ weights }: { weights: PageView["weights"] }): JSX.Element {
  const { texts, formats, interactive } = useReader();
  return (
    <footer class="page-footer quiet">
      <details>
        <summary>{texts.howFigures}</summary>
        <p>{texts.formula(formats.number(weights.partial_outage))}</p>
        <p>{texts.formulaNotes}</p>
      </details>
      <p>
        {interactive ? texts.timesLocal(formats.timeZone) : texts.timesUtc}{" "}
        <a href="/api/v2/status.json">{texts.statusDocument}</a>
      </p>
    </footer>
  );
}
