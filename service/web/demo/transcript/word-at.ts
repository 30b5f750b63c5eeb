import type { Segment } from "../api/transcripts.ts";

/** The word at a moment, by its segment's index and its own; undefined before the first. */
export function wordAt(
  segments: readonly Segment[],
  seconds: number,
): { readonly segment: number; readonly word: number } | undefined {
  const segment = segments.findLastIndex(({ start }) => start <= seconds);
  const word = (segments[segment]?.words ?? []).findLastIndex(({ start }) => start <= seconds);
  return segment < 0 ? undefined : { segment, word };
}
