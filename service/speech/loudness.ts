import { INT16_FULL_SCALE } from "#units/samples.ts";

const WINDOW_SECONDS = 0.5;
/** RMS level, relative to full scale, of quiet but intelligible speech; the background noise of rooms is lower. */
const LOUD_LEVEL = 0.01;
const LOUD_WINDOWS = 2;

/** Detects whether audio is as loud as speech for at least one second in total. */
export class Loudness {
  readonly #windowSamples: number;
  #sum = 0;
  #count = 0;
  #loudWindows = 0;

  /** @param sampleRate of the audio, in Hz */
  constructor(sampleRate: number) {
    this.#windowSamples = WINDOW_SECONDS * sampleRate;
  }

  get isLoud(): boolean {
    return this.#loudWindows >= LOUD_WINDOWS;
  }

  /** Takes the next samples: floats in [-1, 1], or 16-bit integers. */
  add(samples: Float32Array | Int16Array): void {
    if (this.isLoud) return;
    const scale = samples instanceof Int16Array ? INT16_FULL_SCALE : 1;
    for (const sample of samples) {
      this.#sum += (sample / scale) ** 2;
      this.#count += 1;
      if (this.#count < this.#windowSamples) continue;
      if (Math.sqrt(this.#sum / this.#count) > LOUD_LEVEL) this.#loudWindows += 1;
      this.#sum = 0;
      this.#count = 0;
    }
  }
}
