import type { Registry } from "prom-client";

/** Removes every series of a registry whose labels are refused: what is no more must not look as if it stood still. */
export async function forgetSeries(
  registry: Registry,
  isGone: (labels: Readonly<Partial<Record<string, string | number>>>) => boolean,
): Promise<void> {
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (metric === undefined) continue;
    const { values } = await metric.get();
    for (const { labels } of values) {
      // A histogram's buckets are one series.
      const { le: _bucket, ...series } = labels as Record<string, string | number>;
      if (isGone(series)) metric.remove(series);
    }
  }
}
