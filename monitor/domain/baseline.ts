import { percentile } from "./percentile.ts";

/** Figures of a measure over the runs of a baseline. */
export interface BaselineFigures {
  readonly runs: number;
  readonly median: number;
  /** Median distance from the median. */
  readonly deviation: number;
  readonly p95: number;
  readonly worst: number;
}

/** The amount of text that the runs compared: the fewest words and characters of any run. */
export interface ComparedText {
  readonly words: number;
  readonly characters: number;
}

export type LimitedUnit = "seconds" | "words" | "characters";

/** Scales a median absolute deviation to the standard deviation of a normal distribution. */
const DEVIATION_SCALE = 1.4826;
const DEVIATIONS = 6;
const WORDS_MORE = 2;
const CHARACTERS_MORE = 6;
const MIN_SECONDS_MORE = 0.5;
const SHARE_OF_WORST_MORE = 0.5;
/** The share of clips of the same difficulty that exceed the limit: one in a thousand. */
const EXCEEDED_BY = 0.001;

/** Returns the figures of at least one value. */
export function baselineFigures(values: readonly number[]): BaselineFigures {
  const median = percentile(values, 0.5) ?? 0;
  const distances = values.map((value) => Math.abs(value - median));
  return {
    runs: values.length,
    median,
    deviation: percentile(distances, 0.5) ?? 0,
    p95: percentile(values, 0.95) ?? 0,
    worst: Math.max(...values),
  };
}

/**
 * Returns the limit above which a run counts as worse than the baseline: six deviations above the median, and above the worst
 * run by two words, six characters, or half its time (at least half a second).
 */
export function limitOf(
  { median, deviation, worst }: BaselineFigures,
  unit: LimitedUnit,
  text: ComparedText,
): number {
  const limit = Math.max(
    median + DEVIATIONS * DEVIATION_SCALE * deviation,
    worst + marginOf(worst, unit, text),
  );
  return unit === "seconds" ? roundedUp(limit, 10) : Math.min(1, roundedUp(limit, 1000));
}

/**
 * Returns the limit on the error ratios of one clip, given those over many clips: exceeded by one clip in a thousand if errors
 * were independent, and at least two words above the given ratio. The limit on characters is in proportion.
 */
export function limitsOfRates(
  rates: { readonly words: number; readonly characters: number },
  text: ComparedText,
): Record<"words" | "characters", number> {
  const wordsWrong = Math.max(
    exceededErrors(text.words, rates.words),
    rates.words * text.words + WORDS_MORE,
  );
  const words = wordsWrong / Math.max(1, text.words);
  const characters = Math.max(
    rates.words > 0 ? (rates.characters * words) / rates.words : 0,
    rates.characters + CHARACTERS_MORE / Math.max(1, text.characters),
  );
  return {
    words: Math.min(1, roundedUp(words, 1000)),
    characters: Math.min(1, roundedUp(characters, 1000)),
  };
}

function marginOf(worst: number, unit: LimitedUnit, { words, characters }: ComparedText): number {
  if (unit === "words") return WORDS_MORE / Math.max(1, words);
  if (unit === "characters") return CHARACTERS_MORE / Math.max(1, characters);
  return Math.max(MIN_SECONDS_MORE, worst * SHARE_OF_WORST_MORE);
}

/** Returns the 99.9 % quantile of a binomial distribution: the number of errors that is exceeded once in a thousand. */
function exceededErrors(words: number, ratio: number): number {
  const wrong = Math.min(1, ratio);
  if (wrong === 1) return words;
  let probability = (1 - wrong) ** words;
  let below = probability;
  let errors = 0;
  while (below < 1 - EXCEEDED_BY && errors < words) {
    probability *= ((words - errors) / (errors + 1)) * (wrong / (1 - wrong));
    errors += 1;
    below += probability;
  }
  return errors;
}

/** Rounds up to a multiple of 1/`parts`; a rounding error above a multiple does not reach the next one. */
function roundedUp(value: number, parts: number): number {
  return Math.ceil(Number((value * parts).toFixed(6))) / parts;
}
