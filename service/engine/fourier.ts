import { ComplexFourierTransform } from "./fourier-complex.ts";

/** Fourier transforms of real sequences of one fixed power-of-two length, by a complex one of half that length. */
export class FourierTransform {
  readonly size: number;
  readonly #half: number;
  readonly #complex: ComplexFourierTransform;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.#half = size / 2;
    this.#complex = new ComplexFourierTransform(this.#half);
    const angles = Array.from({ length: this.#half + 1 }, (_, at) => (2 * Math.PI * at) / size);
    this.#cosines = Float64Array.from(angles, Math.cos);
    this.#sines = Float64Array.from(angles, Math.sin);
  }

  /** Writes the spectrum of `size` samples: size / 2 + 1 bins, e^(-i) and no scaling. */
  forward(samples: Float64Array, real: Float64Array, imaginary: Float64Array): void {
    const half = this.#half;
    const { real: even, imaginary: odd, order } = this.#complex;
    for (let at = 0; at < half; at += 1) {
      even[order[at]!] = samples[2 * at]!;
      odd[order[at]!] = samples[2 * at + 1]!;
    }
    this.#complex.run();
    real[0] = even[0]! + odd[0]!;
    imaginary[0] = 0;
    real[half] = even[0]! - odd[0]!;
    imaginary[half] = 0;
    for (let bin = 1; bin <= half / 2; bin += 1) {
      const mirrored = half - bin;
      const cosine = this.#cosines[bin]!;
      const sine = this.#sines[bin]!;
      const evenReal = (even[bin]! + even[mirrored]!) / 2;
      const evenImaginary = (odd[bin]! - odd[mirrored]!) / 2;
      const plainReal = (odd[bin]! + odd[mirrored]!) / 2;
      const plainImaginary = (even[mirrored]! - even[bin]!) / 2;
      const oddReal = plainReal * cosine + plainImaginary * sine;
      const oddImaginary = plainImaginary * cosine - plainReal * sine;
      real[bin] = evenReal + oddReal;
      imaginary[bin] = evenImaginary + oddImaginary;
      real[mirrored] = evenReal - oddReal;
      imaginary[mirrored] = oddImaginary - evenImaginary;
    }
  }

  /** Writes the `size` samples that have a spectrum of size / 2 + 1 bins: the inverse of `forward`. */
  inverse(real: Float64Array, imaginary: Float64Array, samples: Float64Array): void {
    const half = this.#half;
    // With the parts exchanged the forward transform is the inverse one.
    const { real: odd, imaginary: even, order } = this.#complex;
    for (let bin = 0; bin < half; bin += 1) {
      const mirrored = half - bin;
      const cosine = this.#cosines[bin]!;
      const sine = this.#sines[bin]!;
      const turnedReal = real[bin]! - real[mirrored]!;
      const turnedImaginary = imaginary[bin]! + imaginary[mirrored]!;
      const place = order[bin]!;
      even[place] = real[bin]! + real[mirrored]! - turnedReal * sine - turnedImaginary * cosine;
      odd[place] =
        imaginary[bin]! - imaginary[mirrored]! + turnedReal * cosine - turnedImaginary * sine;
    }
    this.#complex.run();
    for (let at = 0; at < half; at += 1) {
      samples[2 * at] = even[at]! / this.size;
      samples[2 * at + 1] = odd[at]! / this.size;
    }
  }
}
