/** Formats a time as the documents do: ISO 8601, UTC, with milliseconds. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Formats a time that may not have come yet, and is null then. */
export function optionalTimestamp(atMs: number | null): string | null {
  return atMs === null ? null : timestamp(atMs);
}
