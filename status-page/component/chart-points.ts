import { HOUR_MS } from "#units/time.ts";
import type { CheckFiguresView, FiguresView } from "#status-api/page/page-view-figures.ts";
import type { CheckRunsView } from "#status-api/page/page-view-runs.ts";
import { percentile } from "#monitor/domain/percentile.ts";
import type { ChartData } from "#web-kit/chart/chart.ts";
import type { useTexts } from "../reader/reader.ts";

/** The chart data of one check at one location. */
export interface CheckPoints {
  readonly location: string;
  readonly stepMs: number;
  /** Times of failed checks, where single runs are drawn. */
  readonly failedMs: readonly number[];
  readonly duration: Drawn;
  readonly wordError: (Drawn & { readonly heard: boolean }) | null;
}

interface Drawn {
  readonly data: ChartData;
  /** Hourly values, where single runs are drawn. */
  readonly tableData?: ChartData;
}

export type ComponentTexts = ReturnType<typeof useTexts<"component">>;

/** A series of hourly values. */
type Summary = readonly [label: string, summaryOf: (values: readonly number[]) => number | null];

const durationSummaries: readonly Summary[] = [
  ["p50", (values) => percentile(values, 0.5)],
  ["p95", (values) => percentile(values, 0.95)],
  ["p99", (values) => percentile(values, 0.99)],
];

/** Returns the chart data of single runs; the table shows hourly values. */
export function pointsOfRuns(runs: CheckRunsView, texts: ComponentTexts): CheckPoints {
  const { location, fromMs, stepMs, durationMs, failedMs, wordError } = runs;
  const drawn = (values: readonly (number | null)[], summaries: readonly Summary[]): Drawn => {
    const data = chartData({ fromMs, stepMs }, [[texts.runs, values]]);
    return { data, tableData: byHour(data.atMs, values, summaries) };
  };
  const wordErrorSummaries: readonly Summary[] = [
    [texts.mean, mean],
    [texts.worst, (values) => percentile(values, 1)],
  ];
  return {
    location,
    stepMs,
    failedMs,
    duration: drawn(durationMs, durationSummaries),
    wordError: wordError && {
      heard: wordError.heard,
      ...drawn(wordError.values, wordErrorSummaries),
    },
  };
}

/** Returns the chart data of a longer range: hourly or daily figures. */
export function pointsOfFigures(
  { fromMs, stepMs }: FiguresView,
  { location, durationMs, wordError }: CheckFiguresView,
  texts: ComponentTexts,
): CheckPoints {
  const duration = (["p50", "p95", "p99"] as const).map(
    (name) => [name, durationMs[name]] as const,
  );
  return {
    location,
    stepMs,
    failedMs: [],
    duration: { data: chartData({ fromMs, stepMs }, duration) },
    wordError: wordError && {
      heard: wordError.heard,
      data: chartData({ fromMs, stepMs }, [
        [texts.mean, wordError.mean],
        [texts.worst, wordError.max],
      ]),
    },
  };
}

type NamedValues = readonly (readonly [label: string, values: readonly (number | null)[]])[];

function chartData(
  { fromMs, stepMs }: Pick<FiguresView, "fromMs" | "stepMs">,
  series: NamedValues,
): ChartData {
  const length = series[0]?.[1].length ?? 0;
  return {
    atMs: Array.from({ length }, (_, index) => fromMs + index * stepMs),
    series: series.map(([label, values]) => ({ label, values })),
  };
}

/** Summarizes values by hour. */
function byHour(
  atMs: readonly number[],
  values: readonly (number | null)[],
  summaries: readonly Summary[],
): ChartData {
  const hours = Map.groupBy(atMs.keys(), (index) => Math.floor((atMs[index] ?? 0) / HOUR_MS));
  const ofHours = [...hours.values()].map((indexes) => indexes.flatMap((at) => values[at] ?? []));
  return {
    atMs: [...hours.keys()].map((hour) => hour * HOUR_MS),
    series: summaries.map(([label, summaryOf]) => ({ label, values: ofHours.map(summaryOf) })),
  };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
