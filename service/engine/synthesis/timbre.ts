/**
 * The timbre of a voice beyond its vector: a sum of cosines over the mel scale, too smooth for a resonance or hum of the
 * recording to become part of the voice.
 */

import { melOf } from "../signal/mel-bands.ts";
import { BAND_CENTRES_HZ } from "./spectrum.ts";

/** Length of a timbre, which is cosine coefficients in nepers of power. */
export const TIMBRE_NUMBERS = 12;

/** Maximum change of a band by the timbre, in nepers of power: 12 dB. */
const FURTHEST = 2.8;
/** Ridge regularisation, which keeps coefficients small that the recording hardly determines. */
const RIDGE = 0.005;
/** A band's level is the voice's and not the noise's if it is this far above that of its quiet frames, in nepers of power. */
const MIN_MOVE = 5;
/** A band that differs by more, 20 dB, shows a filter in the recording, such as a telephone's, and not the voice. */
const FURTHEST_HEARD = 4.5;
/** Weight by which a band that is not heard draws the timbre to 0. */
const UNHEARD_WEIGHT = 0.3;
const QUIET_PERCENTILE = 0.1;
/** The share of the frames that may be pauses. */
const PAUSES = 0.35;

/** The spectrum of the speech in a recording. */
export interface SpokenSpectrum {
  /** Mean level of each band, in nepers of power, in the frames where the band is louder than in pauses. */
  readonly levels: Float64Array;
  /** Whether that level is the voice's. */
  readonly isHeard: readonly boolean[];
}

/** Returns the spectrum of frames of log powers, `bands` numbers each. */
export function spokenSpectrum(logPowers: Float32Array, bands: number): SpokenSpectrum {
  const count = Math.floor(logPowers.length / bands);
  const levels = new Float64Array(bands);
  const isHeard: boolean[] = [];
  for (let band = 0; band < bands; band += 1) {
    const values = Float32Array.from({ length: count }, (_, at) => logPowers[at * bands + band]!);
    values.sort();
    const louder = values.subarray(Math.floor(PAUSES * count));
    levels[band] = louder.reduce((sum, value) => sum + value, 0) / louder.length;
    isHeard.push(levels[band]! - values[Math.floor(QUIET_PERCENTILE * count)]! > MIN_MOVE);
  }
  return { levels, isHeard };
}

/** Returns the timbre that brings one spectrum to another's shape; `centresHz` are the middles of their bands. */
export function timbreBetween(
  from: SpokenSpectrum,
  to: SpokenSpectrum,
  centresHz: readonly number[],
): number[] {
  const differences = centresHz.map((_, band) => to.levels[band]! - from.levels[band]!);
  const heard = differences.filter((_, band) => from.isHeard[band] && to.isHeard[band]);
  const level = heard.toSorted((left, right) => left - right)[Math.floor(heard.length / 2)] ?? 0;
  const size = TIMBRE_NUMBERS + 1;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const [band, hz] of centresHz.entries()) {
    const away = differences[band]! - level;
    const isVoice = from.isHeard[band] && to.isHeard[band] && Math.abs(away) < FURTHEST_HEARD;
    const weight = (isVoice ? 1 : UNHEARD_WEIGHT) / centresHz.length;
    const basis = [1, ...cosinesAt(hz)];
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        matrix[row]![column]! += weight * basis[row]! * basis[column]!;
      }
      matrix[row]![size]! += weight * basis[row]! * (isVoice ? away : 0);
    }
  }
  for (let row = 1; row < size; row += 1) matrix[row]![row]! += RIDGE * row;
  // The first coefficient is the level, which is no part of a timbre.
  return solved(matrix).slice(1);
}

/** Returns what a timbre adds to each band of a frame, in nepers of power. */
export function timbreOfBands(timbre: ArrayLike<number>): Float32Array {
  return Float32Array.from(BAND_CENTRES_HZ, (hz) => {
    const sum = cosinesAt(hz).reduce((all, cosine, at) => all + cosine * (timbre[at] ?? 0), 0);
    return Math.min(FURTHEST, Math.max(-FURTHEST, sum));
  });
}

/** Recordings show nothing above this; the timbre is constant there. */
const KNOWN_BELOW_HZ = 7_000;

function cosinesAt(hz: number): number[] {
  const place = melOf(Math.min(hz, KNOWN_BELOW_HZ)) / melOf(KNOWN_BELOW_HZ);
  return Array.from({ length: TIMBRE_NUMBERS }, (_, at) => Math.cos(Math.PI * (at + 1) * place));
}

/**
 * Solves linear equations by Gauss-Jordan elimination, in place; the right side of a row is its last number. Returns zeros
 * where there is no unique solution.
 */
function solved(matrix: readonly Float64Array[]): number[] {
  const size = matrix.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const row = matrix[pivot]!;
    const scale = row[pivot]!;
    if (Math.abs(scale) < 1e-9) return Array.from({ length: size }, () => 0);
    for (let at = pivot; at <= size; at += 1) row[at]! /= scale;
    for (const [other, target] of matrix.entries()) {
      if (other === pivot) continue;
      const factor = target[pivot]!;
      for (let at = pivot; at <= size; at += 1) target[at]! -= factor * row[at]!;
    }
  }
  return matrix.map((row) => row[size]!);
}
