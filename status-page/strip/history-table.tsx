import type { ComponentChildren, JSX } from "preact";
import { durationsInWords } from "./day-words.ts";
import type { HistoryRun } from "./history-runs.ts";
import { Island, useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { fill } from "#web-kit/language/texts.ts";

/** Returns the id of a run's row, to which the strip's marks link where no script runs. */
export function historyRowId(componentId: string, run: HistoryRun): string {
  return `${componentId}-${run.firstDate}`;
}

interface HistoryTableProps {
  readonly componentId: string;
  readonly name: string;
  readonly runs: readonly HistoryRun[];
  /** The content of the line that opens the table. */
  readonly children: ComponentChildren;
}

/** Shows a component's 90 days as a table: for screen readers, for browsers without a script, for copying. */
export function HistoryTable({
  componentId,
  name,
  runs,
  children,
}: HistoryTableProps): JSX.Element {
  const { texts, formats } = useReader();
  return (
    <Island as="details" class="history">
      <summary class="strip-foot quiet" title={texts.history}>
        {children}
      </summary>
      <table>
        <caption>{fill(texts.historyCaption, { component: name })}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.historyDays}</th>
            <th scope="col">{texts.historyStatus}</th>
            <th scope="col">{texts.historyTimes}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.firstDate} id={historyRowId(componentId, run)}>
              <th scope="row">{formats.days(run.firstDate, run.lastDate)}</th>
              <td>
                <StatusWords status={run.status} />
              </td>
              <td>{durationsInWords(run.durationsMs, texts, formats)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Island>
  );
}
