import { ComplexFourierTransform } from "../fourier-complex.ts";

/**
 * Measures the powers of windowed stretches of audio.
 *
 * Samples of even and of odd place are the parts of complex numbers, so that a transform of half the size does; powers
 * of two bins are then found together, without the spectrum itself.
 */
export class PowerSpectrum {
  readonly #window: Float64Array;
  readonly #transform: ComplexFourierTransform;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  /** @param size of the transform: a power of two from 4 on, no less than the window, which has an even length */
  constructor(window: Float64Array, size: number) {
    this.#window = window;
    this.#transform = new ComplexFourierTransform(size / 2);
    const angles = Array.from({ length: size / 4 + 1 }, (_, bin) => (2 * Math.PI * bin) / size);
    this.#cosines = Float64Array.from(angles, Math.cos);
    this.#sines = Float64Array.from(angles, Math.sin);
  }

  /** Writes size / 2 + 1 powers of the stretch that begins at `samples[start]`. */
  measure(samples: Float32Array, start: number, powers: Float64Array): void {
    this.#load(samples, start);
    this.#transform.run();
    this.#writePowers(powers);
  }

  #load(samples: Float32Array, start: number): void {
    const { real, imaginary, order } = this.#transform;
    const window = this.#window;
    const pairs = window.length / 2;
    for (let pair = 0, at = 0; pair < pairs; pair += 1, at += 2) {
      const place = order[pair]!;
      real[place] = samples[start + at]! * window[at]!;
      imaginary[place] = samples[start + at + 1]! * window[at + 1]!;
    }
    for (let pair = pairs; pair < order.length; pair += 1) {
      const place = order[pair]!;
      real[place] = 0;
      imaginary[place] = 0;
    }
  }

  /** The spectrum of real samples is that of the even ones plus that of the odd ones, turned by a bin's angle. */
  #writePowers(powers: Float64Array): void {
    const { real, imaginary } = this.#transform;
    const [cosines, sines, half] = [this.#cosines, this.#sines, real.length];
    powers[0] = (real[0]! + imaginary[0]!) ** 2;
    powers[half] = (real[0]! - imaginary[0]!) ** 2;
    for (let bin = 1; bin < cosines.length; bin += 1) {
      const mirrored = half - bin;
      const hereReal = real[bin]!;
      const hereImaginary = imaginary[bin]!;
      const thereReal = real[mirrored]!;
      const thereImaginary = imaginary[mirrored]!;
      const evenReal = hereReal + thereReal;
      const evenImaginary = hereImaginary - thereImaginary;
      const plainReal = hereImaginary + thereImaginary;
      const plainImaginary = thereReal - hereReal;
      const cosine = cosines[bin]!;
      const sine = sines[bin]!;
      const oddReal = plainReal * cosine + plainImaginary * sine;
      const oddImaginary = plainImaginary * cosine - plainReal * sine;
      const sumReal = evenReal + oddReal;
      const sumImaginary = evenImaginary + oddImaginary;
      const gapReal = evenReal - oddReal;
      const gapImaginary = evenImaginary - oddImaginary;
      powers[bin] = (sumReal * sumReal + sumImaginary * sumImaginary) / 4;
      powers[mirrored] = (gapReal * gapReal + gapImaginary * gapImaginary) / 4;
    }
  }
}
