/**
 * Acoustic frames: the log power of mel-spaced bands (density per sample of 24,000 Hz audio), log F0 and the
 * periodicity of three regions; see service/training/synthesis/analysis.py.
 */

import { hertzOf, melOf } from "../signal/mel-bands.ts";

export const BANDS = 80;
const TOP_HZ = 11_000;
export const LOG_PITCH = BANDS;
export const PERIODICITY = BANDS + 1;
/** The middle of each band, ascending. */
export const BAND_CENTRES_HZ: readonly number[] = Array.from({ length: BANDS }, (_, band) => {
  return hertzOf((melOf(TOP_HZ) * (band + 1)) / (BANDS + 1));
});
const REGION_CENTRES_HZ = [1_500, 4_000, 7_500] as const;
export const FRAME_VALUES = PERIODICITY + REGION_CENTRES_HZ.length;

/** The rate of the audio that band levels were measured on. */
export const ANALYSIS_RATE_HZ = 24_000;

export const FRAMES_PER_SECOND = 200;

/** The teacher model's audio ends here; above, the envelope falls off smoothly, noise more gently than voice. */
const KNOWN_BELOW_HZ = 10_200;
const VOICE_FALL_PER_HZ = 0.0022;
const NOISE_FALL_PER_HZ = 0.0009;
/** Periodicities that count as noise only and as voice only: estimates of noise are above 0, those of clean voices below 1. */
const [NOISE_PERIODICITY, VOICE_PERIODICITY] = [0.3, 0.8];
const RUMBLE_BELOW_HZ = 50;

/** Evaluates frames at the frequencies of the bins of a transform. */
export class SpectralShape {
  readonly #bins: number;
  readonly #band: Uint16Array;
  readonly #bandPart: Float64Array;
  readonly #region: Uint8Array;
  readonly #regionPart: Float64Array;
  readonly #voiceFall: Float64Array;
  readonly #noiseFall: Float64Array;

  /** `bins` frequencies from 0, `binHz` apart. */
  constructor(bins: number, binHz: number) {
    const frequencies = Array.from({ length: bins }, (_, bin) => bin * binHz);
    this.#bins = bins;
    const bands = frequencies.map((hz) =>
      placeAmong(BAND_CENTRES_HZ, Math.min(hz, KNOWN_BELOW_HZ)),
    );
    const regions = frequencies.map((hz) => placeAmong(REGION_CENTRES_HZ, hz));
    this.#band = Uint16Array.from(bands, ([at]) => at);
    this.#bandPart = Float64Array.from(bands, ([, part]) => part);
    this.#region = Uint8Array.from(regions, ([at]) => at);
    this.#regionPart = Float64Array.from(regions, ([, part]) => part);
    const fall = (perHz: number) =>
      frequencies.map((hz) => rumble(hz) - Math.max(0, hz - KNOWN_BELOW_HZ) * perHz);
    this.#voiceFall = Float64Array.from(fall(VOICE_FALL_PER_HZ));
    this.#noiseFall = Float64Array.from(fall(NOISE_FALL_PER_HZ));
  }

  /** Writes the log amplitude of the periodic part of `frame` into `out`, one value a bin. */
  writeVoice(frame: Float32Array, out: Float64Array): void {
    for (let bin = 0; bin < this.#bins; bin += 1) {
      out[bin] =
        0.5 * (this.#level(frame, bin) + Math.log(this.#share(frame, bin) + 1e-7)) +
        this.#voiceFall[bin]!;
    }
  }

  /** Writes the amplitude of the noise part of `frame` into `out`, one value a bin. */
  writeNoise(frame: Float32Array, out: Float64Array): void {
    for (let bin = 0; bin < this.#bins; bin += 1) {
      const level = Math.exp(0.5 * this.#level(frame, bin) + this.#noiseFall[bin]!);
      out[bin] = level * Math.sqrt(1 - this.#share(frame, bin));
    }
  }

  #level(frame: Float32Array, bin: number): number {
    const band = this.#band[bin]!;
    const low = frame[band]!;
    return low + (frame[band + 1]! - low) * this.#bandPart[bin]!;
  }

  #share(frame: Float32Array, bin: number): number {
    const region = PERIODICITY + this.#region[bin]!;
    const low = frame[region]!;
    return voiceShare(low + (frame[region + 1]! - low) * this.#regionPart[bin]!);
  }
}

/** Returns the share of the power that is voice, 0 to 1, for a measured periodicity. */
export function voiceShare(periodicity: number): number {
  const part = (periodicity - NOISE_PERIODICITY) / (VOICE_PERIODICITY - NOISE_PERIODICITY);
  const clipped = Math.min(1, Math.max(0, part));
  return clipped * clipped * (3 - 2 * clipped);
}

/** Returns the periodicity that `voiceShare` gives a share for: the inverse of its cubic step. */
export function periodicityOf(share: number): number {
  const part = 0.5 - Math.sin(Math.asin(1 - 2 * share) / 3);
  return NOISE_PERIODICITY + part * (VOICE_PERIODICITY - NOISE_PERIODICITY);
}

/**
 * Returns the position of a frequency among ascending centres: the index of the one below, and the part of the way to the next.
 */
export function placeAmong(centres: readonly number[], hz: number): readonly [number, number] {
  let below = 0;
  while (below < centres.length - 2 && (centres[below + 1] ?? 0) <= hz) below += 1;
  const [low, high] = [centres[below] ?? 0, centres[below + 1] ?? 0];
  return [below, Math.min(1, Math.max(0, (hz - low) / (high - low)))];
}

function rumble(hz: number): number {
  return hz < RUMBLE_BELOW_HZ ? -4 * (1 - hz / RUMBLE_BELOW_HZ) : 0;
}
