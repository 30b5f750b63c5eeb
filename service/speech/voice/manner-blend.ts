/** Combines several wishes about how to speak into one manner. */

import { NEUTRAL_MANNER, type Manner } from "../../engine/model/model.ts";

/** A wish and its strength; a strength below 0 means the opposite. */
interface WeightedManner {
  readonly trait: Partial<Manner>;
  readonly degree: number;
}

type Quality = keyof Manner;

/** Weight of a further wish about the same quality, relative to the one before it. */
const DIMINISHING = 0.5;
/** Limits of each quality: beyond them, speech is no longer intelligible or no longer sounds like a person. */
const BOUNDS: Readonly<Record<Quality, { readonly min: number; readonly max: number }>> = {
  pitchSemitones: { min: -9, max: 9 },
  rangeFactor: { min: 0.1, max: 2.5 },
  paceFactor: { min: 0.5, max: 1.8 },
  tractLengthFactor: { min: 0.85, max: 1.18 },
  brightnessDb: { min: -12, max: 10 },
  breathiness: { min: 0, max: 1 },
};
const FACTORS: ReadonlySet<Quality> = new Set(["rangeFactor", "paceFactor", "tractLengthFactor"]);

/**
 * Combines wishes: for each quality the strongest counts in full, the next half, and so on; increases and decreases are summed
 * separately. Factors are added as logarithms.
 */
export function blendManners(wishes: readonly WeightedManner[]): Manner {
  const manner = { ...NEUTRAL_MANNER };
  for (const quality of Object.keys(BOUNDS) as Quality[]) {
    manner[quality] = blend(quality, wishes);
  }
  return manner;
}

/** Combines a speaker's own manner with the requested one. */
export function bothManners(own: Manner, requested: Manner): Manner {
  return blendManners([own, requested].map((trait) => ({ trait, degree: 1 })));
}

function blend(quality: Quality, wishes: readonly WeightedManner[]): number {
  const isFactor = FACTORS.has(quality);
  const changes = wishes.map(({ trait, degree }) => {
    const value = trait[quality] ?? NEUTRAL_MANNER[quality];
    return (isFactor ? Math.log(value) : value) * degree;
  });
  const more = diminishing(changes.filter((change) => change > 0));
  const less = diminishing(changes.filter((change) => change < 0));
  const { min, max } = BOUNDS[quality];
  return Math.min(Math.max(isFactor ? Math.exp(more + less) : more + less, min), max);
}

/** Sums changes in one direction, the strongest in full. */
function diminishing(changes: readonly number[]): number {
  return changes
    .toSorted((left, right) => Math.abs(right) - Math.abs(left))
    .reduce((total, change, at) => total + change * DIMINISHING ** at, 0);
}
