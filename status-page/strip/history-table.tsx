import type { ComponentChildren, JSX } from "preact";
import { durationsInWords } from "./day-words.ts";
import type { HistoryRun } from "./history-runs.ts";
import { Island, useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { fill } from "#web-kit/language/texts.ts";

/** The id of the line that tells of a run; the strip's marks lead to it where no script runs. */
export function historyRowId(componentId: string, run: HistoryRun): string {
  return `${componentId}-${run.firstDate}`;
}

interface HistoryTableProps {
  readonly componentId: string;
  readonly name: string;
  readonly runs: readonly HistoryRun[];
  /** What stands in the line that opens the table. */
  readonly children: ComponentChildren;
}

/** Tells a component's 90 days in words: for screen readers, for browsers without script, for copying. */
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
