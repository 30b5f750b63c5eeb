import { mulberry32 } from "../engine/synthesis/uniform.ts";
import { errorRatios, type TextErrors } from "#word-errors/text-distance.ts";

/** Parameters of the bootstrap: number of resamples of clips or speakers, seed, and confidence level. */
export const RESAMPLING = { times: 1000, seed: 1, confidence: 0.95 } as const;

export type Interval = readonly [low: number, high: number];

export interface Intervals {
  readonly words: Interval;
  readonly characters: Interval;
}

/**
 * Returns the 95 % confidence intervals of the error ratios: percentiles of a bootstrap over independent units, which are
 * speakers or clips. Undefined for a single unit, which says nothing of others.
 */
export function bootstrapIntervals(units: readonly TextErrors[]): Intervals | undefined {
  if (units.length < 2) return undefined;
  const random = mulberry32(RESAMPLING.seed);
  const drawn = Array.from({ length: RESAMPLING.times }, () => {
    const sum = { wordEdits: 0, words: 0, characterEdits: 0, characters: 0 };
    for (let draw = 0; draw < units.length; draw += 1) {
      add(sum, units[Math.floor(random() * units.length)]!);
    }
    return errorRatios(sum);
  });
  return {
    words: percentiles(drawn.map(({ wordErrorRatio }) => wordErrorRatio)),
    characters: percentiles(drawn.map(({ characterErrorRatio }) => characterErrorRatio)),
  };
}

/** Adds up the errors of several texts. */
export function sumOf(parts: Iterable<TextErrors>): TextErrors {
  const sum = { wordEdits: 0, words: 0, characterEdits: 0, characters: 0 };
  for (const part of parts) add(sum, part);
  return sum;
}

function add(sum: { -readonly [Key in keyof TextErrors]: number }, part: TextErrors): void {
  sum.wordEdits += part.wordEdits;
  sum.words += part.words;
  sum.characterEdits += part.characterEdits;
  sum.characters += part.characters;
}

function percentiles(figures: readonly number[]): Interval {
  const sorted = figures.toSorted((a, b) => a - b);
  const outside = Math.floor((sorted.length * (1 - RESAMPLING.confidence)) / 2);
  return [sorted[outside]!, sorted[sorted.length - 1 - outside]!];
}
