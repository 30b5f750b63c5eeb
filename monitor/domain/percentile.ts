/** Returns a percentile of values as PostgreSQL's `percentile_cont` does, `share` from 0 to 1; null of no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const lower = sorted[Math.floor(place)];
  const upper = sorted[Math.ceil(place)];
  if (lower === undefined || upper === undefined) return null;
  return lower + (upper - lower) * (place - Math.floor(place));
}
