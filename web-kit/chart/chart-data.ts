/** Figures over time, as a chart draws them. */
export interface ChartData {
  /** Epoch milliseconds, rising; every series has a value for each. */
  readonly atMs: readonly number[];
  /** At most as many as there are tones, `--chart-1` to `--chart-4`. */
  readonly series: readonly {
    readonly label: string;
    /** One for each moment; null where nothing was measured, which is drawn as a gap. */
    readonly values: readonly (number | null)[];
  }[];
}

/** How the values of a chart are drawn. */
export type Drawing = "lines" | "bars";

/** Returns the index of the newest moment at which any series has a value; -1 when none has. */
export function newestIndex({ atMs, series }: ChartData): number {
  return atMs.findLastIndex((_, index) => series.some(({ values }) => isValue(values[index])));
}

/** Lists values that have no neighbour: a line would not show them. */
export function isolatedIndexes(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((value, index) =>
    isValue(value) && !isValue(values[index - 1]) && !isValue(values[index + 1]) ? [index] : [],
  );
}

export function isValue(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}
