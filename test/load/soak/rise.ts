/** A figure at a moment. */
export interface Sample {
  readonly atSeconds: number;
  readonly value: number;
}

/** Returns what the straight line that fits samples best rises by in a second. */
export function riseOf(samples: readonly Sample[]): number {
  const mean = (figures: readonly number[]): number =>
    figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const atMean = mean(samples.map(({ atSeconds }) => atSeconds));
  const valueMean = mean(samples.map(({ value }) => value));
  let together = 0;
  let apart = 0;
  for (const { atSeconds, value } of samples) {
    together += (atSeconds - atMean) * (value - valueMean);
    apart += (atSeconds - atMean) ** 2;
  }
  return apart === 0 ? 0 : together / apart;
}
