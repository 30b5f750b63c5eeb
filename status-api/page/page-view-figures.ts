import { HOUR_MS } from "#units/time.ts";
import type { FigureRange } from "#monitor/domain/figure-ranges.ts";
import { percentile } from "#monitor/domain/percentile.ts";
import type { CheckFigures, CheckRow, HourFigures } from "#monitor/store/figures.ts";
import { figuresDueMs } from "#monitor/store/hourly-figures.ts";

/** How many hours a range has, and how many of them are one point of a chart. */
const EXTENTS: Readonly<Record<FigureRange, { hours: number; hoursPerPoint: number }>> = {
  "24h": { hours: 24, hoursPerPoint: 1 },
  "7d": { hours: 7 * 24, hoursPerPoint: 1 },
  "30d": { hours: 30 * 24, hoursPerPoint: 6 },
  "90d": { hours: 90 * 24, hoursPerPoint: 24 },
};

/** Figures as charts draw them: one value for each point of time, null where nothing was measured. */
export interface FiguresView {
  /** The start of the first point, epoch milliseconds; points are contiguous. */
  readonly fromMs: number;
  readonly stepMs: number;
  readonly points: number;
  readonly checks: readonly CheckFiguresView[];
}

export interface CheckFiguresView {
  readonly id: string;
  readonly location: string;
  /**
   * Durations of passed runs in ms. A point of several hours has the median of their figures, since percentiles of hours cannot
   * be combined into one of a day.
   */
  readonly durationMs: Readonly<Record<"p50" | "p95" | "p99", readonly (number | null)[]>>;
  /**
   * Word error rate (errors over words said), 0 to 1 and more; of synthesized speech where `heard`; null for checks without
   * words.
   */
  readonly wordError: {
    readonly heard: boolean;
    readonly mean: readonly (number | null)[];
    readonly max: readonly (number | null)[];
  } | null;
}

/** Returns the start of a range that ends with the point that contains `nowMs`. */
export function rangeStartMs(range: FigureRange, nowMs: number): number {
  const { hours, hoursPerPoint } = EXTENTS[range];
  const stepMs = hoursPerPoint * HOUR_MS;
  return (Math.floor(nowMs / stepMs) + 1) * stepMs - hours * HOUR_MS;
}

/**
 * Returns when the chart of a check has its first point at the latest; null once that time has passed. For 24 hours a point is
 * a run, and a prober begins with a run in the current slot; for longer ranges it is made of whole hours.
 */
export function firstPointDueMs(
  { scheduledSinceMs, periodSeconds }: Pick<CheckRow, "scheduledSinceMs" | "periodSeconds">,
  range: FigureRange,
  nowMs: number,
): number | null {
  if (scheduledSinceMs === null) return null;
  const periodMs = periodSeconds * 1000;
  const dueMs =
    range === "24h"
      ? (Math.floor(scheduledSinceMs / periodMs) + 2) * periodMs
      : figuresDueMs(scheduledSinceMs);
  return dueMs > nowMs ? dueMs : null;
}

/** Renders hourly figures as the points of a range that ends at `nowMs`. */
export function figuresView(
  figures: readonly CheckFigures[],
  range: FigureRange,
  nowMs: number,
): FiguresView {
  const { hours, hoursPerPoint } = EXTENTS[range];
  const fromMs = rangeStartMs(range, nowMs);
  const stepMs = hoursPerPoint * HOUR_MS;
  const points = hours / hoursPerPoint;
  return {
    fromMs,
    stepMs,
    points,
    checks: figures.map((check) => {
      const hoursOf = Map.groupBy(check.hours, (hour) =>
        Math.floor((hour.hourMs - fromMs) / stepMs),
      );
      const pointsOf = (valueOf: (hours: readonly HourFigures[]) => number | null) =>
        Array.from({ length: points }, (_, index) => valueOf(hoursOf.get(index) ?? []));
      const medianOf = (name: "p50" | "p95" | "p99") =>
        pointsOf((of) => median(of.flatMap(({ durationMs }) => durationMs?.[name] ?? [])));
      return {
        id: check.checkId,
        location: check.location,
        durationMs: { p50: medianOf("p50"), p95: medianOf("p95"), p99: medianOf("p99") },
        wordError: wordErrorOf(check, pointsOf),
      };
    }),
  };
}

const WORD_ERRORS = [
  { measure: "word_error_ratio", heard: false },
  { measure: "heard_word_error_ratio", heard: true },
] as const;

function wordErrorOf(
  { hours }: CheckFigures,
  pointsOf: (valueOf: (hours: readonly HourFigures[]) => number | null) => (number | null)[],
): CheckFiguresView["wordError"] {
  const found = WORD_ERRORS.find(({ measure }) => hours.some(({ measures }) => measures[measure]));
  if (found === undefined) return null;
  const { measure, heard } = found;
  return {
    heard,
    mean: pointsOf((of) => weightedMean(of, measure)),
    max: pointsOf((of) => {
      const values = of.flatMap(({ measures }) => measures[measure]?.max ?? []);
      return values.length === 0 ? null : rounded(Math.max(...values), 4);
    }),
  };
}

function weightedMean(hours: readonly HourFigures[], measure: string): number | null {
  const measured = hours.flatMap(({ count, measures }) => {
    const mean = measures[measure]?.mean;
    return mean === undefined ? [] : [{ count, mean }];
  });
  const total = measured.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return rounded(measured.reduce((sum, { count, mean }) => sum + count * mean, 0) / total, 4);
}

function median(values: readonly number[]): number | null {
  const found = percentile(values, 0.5);
  return found === null ? null : rounded(found, 1);
}

/** Rounds to what charts show: further decimals would be most of the data that is sent. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
