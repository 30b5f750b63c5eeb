import type { AcousticModel } from "./acoustic-model.ts";
import { frameLoudness } from "./frame-loudness.ts";
import type { FrameChange } from "./manner.ts";
import { phrases } from "./phrase.ts";
import { joinSamples } from "../audio/samples.ts";

/** -18 LUFS, and what bending the highest peaks takes away from it. */
const TARGET_LUFS = -17.8;
/** Every kind of sound in the shares that speech has them. */
const SENTENCE = "Şimdi pencereyi açıp bahçedeki küçük kuşlara bakıyoruz, hava çok güzel.";
/** Voices and manners of which the gain is remembered. */
const REMEMBERED = 500;

/** Finds the gain that brings a voice, in a manner, to the level of all others. */
export class Levelling {
  readonly #acoustics: AcousticModel;
  readonly #gains = new Map<string, number>();

  constructor(acoustics: AcousticModel) {
    this.#acoustics = acoustics;
  }

  /** Returns a factor for the samples of frames that `vector` speaks at `speed` and `change` changes; `key` names all three. */
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

/** Samples stay linear up to here; above, they are bent so that none reaches full scale. */
const LINEAR_BELOW = 0.7;
/** -1 dBFS. */
const CEILING = 0.891;

/** Applies a gain in place and bends the few peaks that would pass -1 dBFS; returns the same array. */
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
