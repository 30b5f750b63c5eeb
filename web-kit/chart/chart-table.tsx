import type { JSX } from "preact";
import type { ChartData } from "./chart-data.ts";

export interface ChartTableTexts {
  /** What opens the table, e.g. `As a table`. */
  readonly table: string;
  /** Heads the column of moments, e.g. `Hour`. */
  readonly moment: string;
}

interface ChartTableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly formatValue: (value: number) => string;
  readonly formatMoment: (atMs: number) => string;
  readonly texts: ChartTableTexts;
}

/** Tells a chart's figures in words, newest first: for screen readers, for browsers without script, for copying. */
export function ChartTable(props: ChartTableProps): JSX.Element {
  const { label, data, formatValue, formatMoment, texts } = props;
  const indexes = data.atMs.map((_, index) => index).toReversed();
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
            {indexes.map((index) => (
              <tr key={data.atMs[index]}>
                <th scope="row">{formatMoment(data.atMs[index] ?? 0)}</th>
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

/** Writes a value, or a dash where nothing was measured. */
export function writtenOf(
  value: number | null | undefined,
  formatValue: (value: number) => string,
): string {
  return value === null || value === undefined ? "–" : formatValue(value);
}
