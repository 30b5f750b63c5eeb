/** Which words of a sentence a voice leans on: it says them longer and moves further from its middle pitch. */

import { FRAME_SECONDS } from "./acoustic-model.ts";
import type { FrameChange } from "./manner.ts";
import { seededNormals } from "./noise.ts";
import type { Phrase } from "./phrase.ts";
import { FRAME_VALUES, LOG_PITCH } from "./spectrum.ts";

/**
 * Effect of a weight of 1 on a word: nepers of its length, and the share by which the distance from the middle pitch grows.
 * Weights are normal deviates of at most `largest`. So large, no two voices keep the same time (`npm run bench:voices`).
 */
const WEIGHT = { logLength: 0.06, range: 0.12, largest: 2 } as const;

/** FNV-1a, 32 bits. */
const HASH = { start: 0x811c9dc5, prime: 0x01000193 } as const;
/** Decimal places of a voice's numbers that count; more may differ by the machine. */
const VOICE_DIGITS = 1000;

/**
 * Returns the weight of each word of a phrase, 0 for the usual. They follow from the sounds, the voice and the seed alone, so that a sentence is
 * always spoken alike, wherever in a text it is.
 */
export function wordWeights(
  { words, symbols }: Pick<Phrase, "words" | "symbols">,
  voice: Float32Array,
  seed: number,
): readonly number[] {
  const normal = seededNormals(
    hashOf([seed, ...voice.map((one) => Math.round(one * VOICE_DIGITS)), ...symbols]),
  );
  return words.map(() => Math.max(-WEIGHT.largest, Math.min(WEIGHT.largest, normal())));
}

function hashOf(numbers: Iterable<number>): number {
  let hash: number = HASH.start;
  for (const number of numbers) hash = Math.imul(hash ^ number, HASH.prime);
  return hash;
}

/** Returns the speeds of the symbols of a phrase with its words as long as their weights make them. */
export function weightedSpeeds(
  speeds: readonly number[],
  { words }: Pick<Phrase, "words">,
  weights: readonly number[],
): readonly number[] {
  const weighted = [...speeds];
  for (const [at, { firstSymbol, endSymbol }] of words.entries()) {
    const factor = Math.exp(-WEIGHT.logLength * weights[at]!);
    for (let symbol = firstSymbol; symbol < endSymbol; symbol += 1) weighted[symbol]! *= factor;
  }
  return weighted;
}

/**
 * Returns the change of the melody of a phrase, whose frames come piece by piece in order: around the middle of each word it moves as far as
 * the word's weight makes it, and between two words as lies between.
 */
export function weightedMelody(
  { words }: Pick<Phrase, "words">,
  weights: readonly number[],
  edgesSeconds: readonly number[],
  middleLogPitch: number,
): FrameChange {
  const middles = words.map(
    ({ firstSymbol, endSymbol }) =>
      (edgesSeconds[firstSymbol]! + edgesSeconds[endSymbol]!) / 2 / FRAME_SECONDS,
  );
  let frame = 0;
  let next = 0;
  return (frames) => {
    for (let at = 0; at < frames.length; at += FRAME_VALUES, frame += 1) {
      while (next < middles.length && middles[next]! <= frame) next += 1;
      const factor = 1 + WEIGHT.range * weightAt(frame, next);
      const pitch = at + LOG_PITCH;
      frames[pitch] = middleLogPitch + (frames[pitch]! - middleLogPitch) * factor;
    }
  };

  /** Returns the weight at a frame between the middles of the words before and at `after`. */
  function weightAt(at: number, after: number): number {
    const [from, to] = [middles[after - 1], middles[after]];
    if (from === undefined || to === undefined)
      return weights[to === undefined ? after - 1 : after] ?? 0;
    const part = (at - from) / (to - from);
    return weights[after - 1]! * (1 - part) + weights[after]! * part;
  }
}
