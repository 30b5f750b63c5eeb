import type { AcousticModel } from "./acoustic-model.ts";
import type { FrameChange } from "./manner.ts";
import { phrases } from "./phrase.ts";
import { joinSamples } from "../audio/samples.ts";
import {
  gatedLoudness,
  kWeightOfPower,
  LOUDNESS_BLOCK_SECONDS,
  LOUDNESS_STEP_SECONDS,
} from "./k-weighting.ts";
import {
  ANALYSIS_RATE_HZ,
  BAND_CENTRES_HZ,
  BANDS,
  FRAME_VALUES,
  FRAMES_PER_SECOND,
} from "./spectrum.ts";

/** -18 LUFS, and what soft clipping of the highest peaks takes away. */
const TARGET_LUFS = -17.8;
/** A sentence with every kind of sound, in its typical share of speech. */
const SENTENCE = "Şimdi pencereyi açıp bahçedeki küçük kuşlara bakıyoruz, hava çok güzel.";
/** Number of cached gains of voices and manners. */
const REMEMBERED = 500;

/** Finds the gain that brings a voice, in a manner, to the same loudness as all others. */
export class Levelling {
  readonly #acoustics: AcousticModel;
  readonly #gains = new Map<string, number>();

  constructor(acoustics: AcousticModel) {
    this.#acoustics = acoustics;
  }

  /**
   * Returns the factor for the samples of a voice, `vector`, at `speed` and with `change` of its frames; `key` identifies all
   * three.
   */
  async gain(vector: Float32Array, change: FrameChange, speed: number, key: string) {
    const known = this.#gains.get(key);
    if (known !== undefined) return known;
    const gain = await this.#measure(vector, change, speed);
    const [oldest] = this.#gains.keys();
    if (oldest !== undefined && this.#gains.size >= REMEMBERED) this.#gains.delete(oldest);
    this.#gains.set(key, gain);
    return gain;
  }

  async #measure(vector: Float32Array, change: FrameChange, speed: number): Promise<number> {
    const spoken: Float32Array[] = [];
    for (const phrase of phrases(SENTENCE)) {
      for await (const frames of this.#acoustics.frames(phrase, vector, speed)) {
        change(frames);
        spoken.push(frames);
      }
    }
    return 10 ** ((TARGET_LUFS - frameLoudness(joinSamples(spoken))) / 20);
  }
}

/** Samples are linear up to here, and soft-clipped above, so that none reaches full scale. */
const LINEAR_BELOW = 0.7;
/** -1 dBFS. */
const CEILING = 0.891;

/** Applies a gain in place and soft-clips the few peaks that would pass -1 dBFS; returns the same array. */
export function level(samples: Float32Array, gain: number): Float32Array {
  const room = CEILING - LINEAR_BELOW;
  for (let at = 0; at < samples.length; at += 1) {
    const value = samples[at]! * gain;
    const size = Math.abs(value);
    samples[at] =
      size <= LINEAR_BELOW
        ? value
        : Math.sign(value) * (LINEAR_BELOW + room * Math.tanh((size - LINEAR_BELOW) / room));
  }
  return samples;
}

const BLOCK_FRAMES = LOUDNESS_BLOCK_SECONDS * FRAMES_PER_SECOND;
const STEP_FRAMES = LOUDNESS_STEP_SECONDS * FRAMES_PER_SECOND;

/** Returns the loudness, in LUFS, of frames, `FRAME_VALUES` numbers each; at least 400 ms of them. */
export function frameLoudness(frames: Float32Array): number {
  const powers: number[] = [];
  for (let at = 0; at < frames.length; at += FRAME_VALUES) powers.push(framePower(frames, at));
  const blocks: number[] = [];
  for (let start = 0; start + BLOCK_FRAMES <= powers.length; start += STEP_FRAMES) {
    const block = powers.slice(start, start + BLOCK_FRAMES);
    blocks.push(block.reduce((sum, power) => sum + power, 0) / BLOCK_FRAMES);
  }
  return gatedLoudness(blocks);
}

/** Returns the K-weighted power of the frame that begins at `at`. */
function framePower(frames: Float32Array, at: number): number {
  let power = 0;
  for (let band = 0; band < BANDS; band += 1) {
    power += BAND_WEIGHTS[band]! * Math.exp(frames[at + band]!);
  }
  return power;
}

/** Contribution of each band to the K-weighted power per unit of its density. */
const BAND_WEIGHTS = Float64Array.from(BAND_CENTRES_HZ, (hz, band) => {
  const below = BAND_CENTRES_HZ[band - 1] ?? 0;
  const above = BAND_CENTRES_HZ[band + 1] ?? 2 * hz - below;
  return ((above - below) / ANALYSIS_RATE_HZ) * kWeightOfPower(hz);
});
