import { errorRatios, type TextErrors } from "#word-errors/text-distance.ts";
import type { HeardClip } from "./heard-clip.ts";
import { bootstrapIntervals, sumOf, type Intervals } from "./intervals.ts";
import { TRAITS, type Trait } from "./layouts/clip.ts";

/** A group of clips with the same value of a trait; `all` is the row of all clips. */
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
  /** The unit of the bootstrap that gave the intervals. */
  readonly resampled: "speakers" | "clips";
}

/** The group of the clips without the trait, where others have it. */
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

/** Sums up the errors of clips. */
export function errorsOf(clips: readonly HeardClip[]): GroupErrors {
  const errors = sumOf(clips.map((clip) => clip.errors));
  return {
    clips: clips.length,
    errors,
    ...errorRatios(errors),
    ...intervalsOf(clips),
  };
}

/**
 * Returns confidence intervals. Clips of one speaker are not independent: the bootstrap resamples speakers where there are
 * several, and clips otherwise.
 */
function intervalsOf(clips: readonly HeardClip[]): Pick<ErrorRow, "intervals" | "resampled"> {
  // A clip without a speaker is a unit of its own.
  const speakers = Map.groupBy(clips, (clip) => clip.traits.speaker ?? clip);
  const hasSpeakers = clips.some(({ traits }) => traits.speaker !== undefined);
  if (hasSpeakers && speakers.size > 1) {
    const units = [...speakers.values()].map((own) => sumOf(own.map(({ errors }) => errors)));
    return { intervals: bootstrapIntervals(units), resampled: "speakers" };
  }
  return { intervals: bootstrapIntervals(clips.map(({ errors }) => errors)), resampled: "clips" };
}
