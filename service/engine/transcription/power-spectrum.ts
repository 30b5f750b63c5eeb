import { FourierTransform } from "../synthesis/fourier.ts";

/** Power spectra of real frames, through one complex transform of half their size. */
export class PowerSpectrum {
  /** Frequencies from 0 to half the sample rate: `size / 2 + 1`. */
  readonly bins: number;
  readonly #half: number;
  readonly #transform: FourierTransform;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  /** @param size samples of a frame, a power of two */
  constructor(size: number) {
    this.#half = size / 2;
    this.bins = this.#half + 1;
    this.#transform = new FourierTransform(this.#half);
    this.#real = new Float64Array(this.#half);
    this.#imaginary = new Float64Array(this.#half);
    const angles = Float64Array.from({ length: this.bins }, (_, bin) => (2 * Math.PI * bin) / size);
    this.#cosines = angles.map(Math.cos);
    this.#sines = angles.map(Math.sin);
  }

  /** Writes |X(k)|² of the frame into `powers`, which holds `bins` numbers. */
  measure(frame: Float64Array, powers: Float64Array): void {
    const half = this.#half;
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let at = 0; at < half; at += 1) {
      real[at] = frame[2 * at]!;
      imaginary[at] = frame[2 * at + 1]!;
    }
    this.#transform.forward(real, imaginary);
    for (let bin = 0; bin <= half; bin += 1) {
      const low = bin === half ? 0 : bin;
      const high = bin === 0 ? 0 : half - bin;
      const evenReal = (real[low]! + real[high]!) / 2;
      const evenImaginary = (imaginary[low]! - imaginary[high]!) / 2;
      const oddReal = (imaginary[low]! + imaginary[high]!) / 2;
      const oddImaginary = (real[high]! - real[low]!) / 2;
      const cosine = this.#cosines[bin]!;
      const sine = this.#sines[bin]!;
      const wholeReal = evenReal + oddReal * cosine + oddImaginary * sine;
      const wholeImaginary = evenImaginary + oddImaginary * cosine - oddReal * sine;
      powers[bin] = wholeReal * wholeReal + wholeImaginary * wholeImaginary;
    }
  }
}
