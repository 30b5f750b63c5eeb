/** Several wishes about how to speak, made one manner. */

import { NEUTRAL_MANNER, type Manner } from "../../engine/model/model.ts";

/** A wish, and how much of it is meant; below 0 its contrary. */
interface WeightedManner {
  readonly trait: Partial<Manner>;
  readonly degree: number;
}

type Quality = keyof Manner;

/** A further wish about the same quality counts for this part of the one before it. */
const DIMINISHING = 0.5;
/** How far a description goes: beyond, speech is no longer understood or no longer someone's. */
const BOUNDS: Readonly<Record<Quality, { readonly least: number; readonly most: number }>> = {
  pitchSemitones: { least: -9, most: 9 },
  rangeFactor: { least: 0.1, most: 2.5 },
  paceFactor: { least: 0.5, most: 1.8 },
  tractLengthFactor: { least: 0.85, most: 1.18 },
  brightnessDb: { least: -12, most: 10 },
  breathiness: { least: 0, most: 1 },
};
const FACTORS: ReadonlySet<Quality> = new Set(["rangeFactor", "paceFactor", "tractLengthFactor"]);

/**
 * Returns what wishes amount to: of each quality the strongest counts in full, the next for half, and so on; contrary
 * ones are summed apart. Factors add up as logarithms.
 */
export function blendManners(wishes: readonly WeightedManner[]): Manner {
  const manner = { ...NEUTRAL_MANNER };
  for (const quality of Object.keys(BOUNDS) as Quality[]) {
    manner[quality] = blend(quality, wishes);
  }
  return manner;
}

/** Returns the manner of somebody who speaks in one of their own as they are told to. */
export function bothManners(own: Manner, told: Manner): Manner {
  return blendManners([own, told].map((trait) => ({ trait, degree: 1 })));
}

function blend(quality: Quality, wishes: readonly WeightedManner[]): number {
  const isFactor = FACTORS.has(quality);
  const changes = wishes.map(({ trait, degree }) => {
    const value = trait[quality] ?? NEUTRAL_MANNER[quality];
    return (isFactor ? Math.log(value) : value) * degree;
  });
  const more = diminishing(changes.filter((change) => change > 0));
  const less = diminishing(changes.filter((change) => change < 0));
  const { least, most } = BOUNDS[quality];
  return Math.min(Math.max(isFactor ? Math.exp(more + less) : more + less, least), most);
}

/** Sums changes in one direction, the strongest in full. */
function diminishing(changes: readonly number[]): number {
  return changes
    .toSorted((left, right) => Math.abs(right) - Math.abs(left))
    .reduce((total, change, at) => total + change * DIMINISHING ** at, 0);
}
