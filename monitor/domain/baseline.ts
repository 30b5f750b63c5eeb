import { percentile } from "./percentile.ts";

/** What a measure was over the runs of a baseline. */
export interface BaselineFigures {
  readonly runs: number;
  readonly median: number;
  /** Median distance from the median. */
  readonly deviation: number;
  readonly p95: number;
  readonly worst: number;
}

/** How much text the runs compared: fewest words and characters of one of them. */
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
/** What a clip of the same difficulty exceeds: one in a thousand. */
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
 * Returns the limit on the errors of one clip, given the error ratio over many: as many as one clip in a thousand has, were
 * errors independent of each other, and two words more than the ratio at least. Characters follow in proportion.
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

/** The quantile of a binomial distribution that is exceeded once in a thousand. */
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

/** Rounds up to so many parts of one; a sum that is a hair above a part does not go to the next. */
function roundedUp(value: number, parts: number): number {
  return Math.ceil(Number((value * parts).toFixed(6))) / parts;
}
