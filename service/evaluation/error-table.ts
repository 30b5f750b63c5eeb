import { errorRatios, type TextErrors } from "#word-errors/text-distance.ts";
import type { HeardClip } from "./heard-clip.ts";
import { bootstrapIntervals, sumOf, type Intervals } from "./intervals.ts";
import { TRAITS, type Trait } from "./layouts/clip.ts";

/** A group of clips: what is alike in it, `all` for the row of all clips. */
export interface ErrorRow extends GroupErrors {
  readonly group: "all" | Trait;
  readonly value: string;
}

/** Error ratios of some clips. */
export interface GroupErrors {
  readonly clips: number;
  readonly errors: TextErrors;
  readonly wordErrorRatio: number;
  readonly characterErrorRatio: number;
  /** Undefined for a single clip. */
  readonly intervals: Intervals | undefined;
  /** What was drawn anew for the intervals. */
  readonly resampled: "speakers" | "clips";
}

/** A group that clips without the trait are in, where others have it. */
const NOT_SAID = "not said";

/** Returns a row for all clips, then one for each value of each trait that any clip has, by trait and number of clips. */
export function errorTable(clips: readonly HeardClip[]): readonly ErrorRow[] {
  return [
    rowOf("all", "", clips),
    ...TRAITS.flatMap((trait) => {
      if (clips.every(({ traits }) => traits[trait] === undefined)) return [];
      const groups = Map.groupBy(clips, ({ traits }) => traits[trait] ?? NOT_SAID);
      return [...groups]
        .map(([value, members]) => rowOf(trait, value, members))
        .toSorted((a, b) => b.clips - a.clips);
    }),
  ];
}

/** Returns the clips with the highest word error ratios that have any error, the worst first. */
export function worstClips(clips: readonly HeardClip[], count: number): readonly HeardClip[] {
  const ratio = ({ errors }: HeardClip) => errorRatios(errors).wordErrorRatio;
  return clips
    .filter(({ errors }) => errors.wordEdits > 0)
    .toSorted((a, b) => ratio(b) - ratio(a) || b.errors.wordEdits - a.errors.wordEdits)
    .slice(0, count);
}

function rowOf(group: ErrorRow["group"], value: string, clips: readonly HeardClip[]): ErrorRow {
  return { group, value, ...errorsOf(clips) };
}

/** Counts the errors of clips together. */
export function errorsOf(clips: readonly HeardClip[]): GroupErrors {
  const errors = sumOf(clips.map((clip) => clip.errors));
  return {
    clips: clips.length,
    errors,
    ...errorRatios(errors),
    ...intervalsOf(clips),
  };
}

/** One speaker's clips are alike, so that speakers are drawn where there are several, and clips otherwise. */
function intervalsOf(clips: readonly HeardClip[]): Pick<ErrorRow, "intervals" | "resampled"> {
  // A clip whose speaker is not told stands for itself.
  const speakers = Map.groupBy(clips, (clip) => clip.traits.speaker ?? clip);
  const isTold = clips.some(({ traits }) => traits.speaker !== undefined);
  if (isTold && speakers.size > 1) {
    const units = [...speakers.values()].map((own) => sumOf(own.map(({ errors }) => errors)));
    return { intervals: bootstrapIntervals(units), resampled: "speakers" };
  }
  return { intervals: bootstrapIntervals(clips.map(({ errors }) => errors)), resampled: "clips" };
}
