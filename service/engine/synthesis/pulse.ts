import { FourierTransform } from "./fourier.ts";

/** Makes the sound of one glottal pulse: the minimum-phase response of a spectral envelope. */
export class PulseShaper {
  readonly size: number;
  readonly #transform: FourierTransform;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.#transform = new FourierTransform(size);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /**
   * Returns `size` samples whose amplitude spectrum is exp(logAmplitude), one value a bin from 0 to size / 2, begun
   * `delay` samples late (0 to 1). The array is overwritten by the next call.
   */
  shape(logAmplitude: Float64Array, delay: number): Float64Array {
    this.#minimumPhase(logAmplitude);
    const [real, imaginary, half] = [this.#real, this.#imaginary, this.size / 2];
    for (let bin = 0; bin <= half; bin += 1) {
      const amplitude = Math.exp(real[bin]!);
      const angle = imaginary[bin]! - (2 * Math.PI * bin * delay) / this.size;
      real[bin] = amplitude * Math.cos(angle);
      imaginary[bin] = amplitude * Math.sin(angle);
    }
    imaginary[half] = 0;
    for (let bin = 1; bin < half; bin += 1) {
      real[this.size - bin] = real[bin]!;
      imaginary[this.size - bin] = -imaginary[bin]!;
    }
    this.#transform.inverse(real, imaginary);
    for (let at = 0; at < this.size; at += 1) real[at] = real[at]! / this.size;
    return real;
  }

  /** Leaves the complex log spectrum: the cepstrum of the log amplitude with its second half folded onto the first. */
  #minimumPhase(logAmplitude: Float64Array): void {
    const [real, imaginary, half] = [this.#real, this.#imaginary, this.size / 2];
    for (let bin = 0; bin <= half; bin += 1) real[bin] = logAmplitude[bin]!;
    for (let bin = 1; bin < half; bin += 1) real[this.size - bin] = logAmplitude[bin]!;
    imaginary.fill(0);
    this.#transform.forward(real, imaginary);
    real[0] = real[0]! / this.size;
    for (let at = 1; at < half; at += 1) real[at] = (2 * real[at]!) / this.size;
    real[half] = real[half]! / this.size;
    real.fill(0, half + 1);
    imaginary.fill(0);
    this.#transform.forward(real, imaginary);
  }
}
