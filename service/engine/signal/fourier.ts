import { fourierWorkspace, type FourierWorkspace } from "./fourier-workspace.ts";

/** Fourier transforms of real sequences of one fixed length, a power of two from 32 on, in 32-bit floats. */
export class FourierTransform {
  readonly size: number;
  readonly #workspace: FourierWorkspace;

  constructor(size: number) {
    this.size = size;
    this.#workspace = fourierWorkspace(size);
  }

  /** Writes the spectrum of `size` samples: size / 2 + 1 bins, with the kernel e^(-iωt) and no scaling. */
  forward(samples: Float64Array, real: Float64Array, imaginary: Float64Array): void {
    const { spectrum } = this.#workspace;
    const half = this.size / 2;
    this.#workspace.samples.set(samples);
    this.#workspace.forward();
    real[0] = spectrum[0]!;
    imaginary[0] = 0;
    real[half] = spectrum[1]!;
    imaginary[half] = 0;
    for (let bin = 1; bin < half; bin += 1) {
      real[bin] = spectrum[2 * bin]!;
      imaginary[bin] = spectrum[2 * bin + 1]!;
    }
  }

  /** Writes the `size` samples of a spectrum of size / 2 + 1 bins: the inverse of `forward`. */
  inverse(real: Float64Array, imaginary: Float64Array, samples: Float64Array): void {
    const { spectrum } = this.#workspace;
    const half = this.size / 2;
    const scale = 1 / this.size;
    spectrum[0] = scale * real[0]!;
    spectrum[1] = scale * real[half]!;
    for (let bin = 1; bin < half; bin += 1) {
      spectrum[2 * bin] = scale * real[bin]!;
      spectrum[2 * bin + 1] = scale * imaginary[bin]!;
    }
    this.#workspace.inverse();
    samples.set(this.#workspace.samples);
  }
}
