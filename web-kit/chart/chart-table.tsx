import type { JSX } from "preact";
import { type ChartProps, isValue } from "./chart.ts";

/** Lists a chart's figures as a table, newest first: for screen readers, for browsers without a script, for copying. */
export function ChartTable(props: ChartProps): JSX.Element {
  const { label, data: drawn, tableData: data = drawn, formatValue, formatMoment, texts } = props;
  return (
    <details class="chart-table">
      <summary>{texts.table}</summary>
      <div class="chart-rows" tabIndex={0} role="region" aria-label={label}>
        <table>
          <caption class="hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.moment}</th>
              {data.series.map(({ label: name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...data.atMs.entries()].toReversed().map(([index, atMs]) => (
              <tr key={atMs}>
                <th scope="row">{formatMoment(atMs)}</th>
                {data.series.map(({ label: name, values }) => (
                  <td key={name}>{writtenOf(values[index], formatValue)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Formats a value; a dash where nothing was measured. */
export function writtenOf(
  value: number | null | undefined,
  formatValue: (value: number) => string,
): string {
  return isValue(value) ? formatValue(value) : "–";
}
