import type { SpokenVoice } from "./speaking.ts";

/** Returns how long each word is for its letters, as a part of the voice's mean: its clock, whatever its pace. */
export function clockOf({ wordSeconds = [] }: SpokenVoice): number[] {
  const perLetter = wordSeconds.map(({ letters, seconds }) => seconds / letters);
  const mean = perLetter.reduce((sum, value) => sum + value, 0) / perLetter.length;
  return perLetter.map((value) => value / mean);
}

/** Returns Pearson's correlation of two equally long lists. */
export function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [left, right] = [value - meanOne, other[at]! - meanOther];
    both += left * right;
    ofOne += left * left;
    ofOther += right * right;
  }
  return both / Math.sqrt(ofOne * ofOther);
}
