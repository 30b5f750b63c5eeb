import type { Language } from "../language/languages.ts";
import type { Zone } from "../locale/dates.ts";

/** Figures over time. */
export interface ChartData {
  /** Epoch milliseconds, ascending; every series has a value for each. */
  readonly atMs: readonly number[];
  /** The series; at most as many as there are tones, `--chart-1` to `--chart-4`. */
  readonly series: readonly {
    readonly label: string;
    /** Its tone, from 1 to 4; by default that of its place in the list. */
    readonly tone?: number;
    /** One for each moment; null where nothing was measured, which is drawn as a gap. */
    readonly values: readonly (number | null)[];
  }[];
}

/** The language and time zone of a chart. */
export interface ChartLocale {
  readonly language: Language;
  readonly zone: Zone;
}

/** A shaded time span, e.g. an incident. */
export interface ChartSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Its description, e.g. `Transcription does not respond`. */
  readonly label: string;
  /** Its name in the legend, e.g. `Incident`. */
  readonly kind: string;
  /** A class that sets `--tone`. */
  readonly tone: string;
}

/** Moments that are marked on the time axis, e.g. those of failed checks. */
export interface ChartMarks {
  readonly atMs: readonly number[];
  /** Their name in the legend, before their number, e.g. `failed checks`. */
  readonly label: string;
  /** The label of a single one, e.g. `check failed`. */
  readonly momentLabel: string;
  /** A class that sets `--tone`. */
  readonly tone: string;
}

/** The content and form of a chart. */
export interface ChartProps extends ChartLocale {
  /** Name of the figures, of the chart and of its table, e.g. `Time to the final transcript`. */
  readonly label: string;
  readonly data: ChartData;
  /** The data of the table, where there are too many drawn figures to read. */
  readonly tableData?: ChartData | undefined;
  /** Current values, shown as large numbers, e.g. `240 ms` with `median, last hour`. */
  readonly figures?: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly spans?: readonly ChartSpan[] | undefined;
  readonly marks?: ChartMarks | undefined;
  /** Formats a value with its unit, e.g. `240 ms`: on the axis, beside the chart, in the table. */
  readonly formatValue: (value: number) => string;
  /** Formats a moment in full. */
  readonly formatMoment: (atMs: number) => string;
  /** Bars of several series are stacked. */
  readonly drawnAs: "lines" | "dots" | "bars";
  readonly texts: {
    /** The label that opens the table, e.g. `As a table`. */
    readonly table: string;
    /** The header of the column of moments, e.g. `Hour`. */
    readonly moment: string;
    /** The text shown when nothing was measured. */
    readonly empty: string;
  };
}

/** Returns the index of the newest moment at which any series has a value; -1 when none has. */
export function newestIndex({ atMs, series }: ChartData): number {
  return atMs.findLastIndex((_, index) => series.some(({ values }) => isValue(values[index])));
}

/** Returns where each value of each series is drawn: bars are stacked on those of the series before. */
export function drawnValues(
  { series }: ChartData,
  drawnAs: ChartProps["drawnAs"],
): readonly (readonly { readonly from: number; readonly to: number | null }[])[] {
  const tops: number[] = [];
  return series.map(({ values }) =>
    values.map((value, index) => {
      const from = drawnAs === "bars" ? (tops[index] ?? 0) : 0;
      tops[index] = from + (value ?? 0);
      return { from, to: isValue(value) ? from + value : null };
    }),
  );
}

/** Returns the spans that contain a moment. */
export function spansAt(spans: readonly ChartSpan[], atMs: number): readonly ChartSpan[] {
  return spans.filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
}

/** Returns the indexes of values without a neighbour, which a line would not show. */
export function isolatedIndexes(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    isValue(value) && !isValue(values[index - 1]) && !isValue(values[index + 1]) ? [index] : [],
  );
}

export function isValue(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}
