import { fourierWorkspace, type FourierWorkspace } from "./fourier-workspace.ts";

/** Computes power spectra of windowed audio. */
export class PowerSpectrum {
  readonly #window: Float32Array;
  readonly #workspace: FourierWorkspace;

  /** @param size of the transform: a power of two from 32 on, no less than the window */
  constructor(window: Float64Array, size: number) {
    this.#window = Float32Array.from(window);
    this.#workspace = fourierWorkspace(size);
  }

  /** Writes the size / 2 + 1 powers of the window that begins at `samples[start]`. */
  measure(samples: Float32Array, start: number, powers: Float64Array): void {
    const { samples: windowed, spectrum } = this.#workspace;
    const window = this.#window;
    for (let at = 0; at < window.length; at += 1) windowed[at] = samples[start + at]! * window[at]!;
    windowed.fill(0, window.length);
    this.#workspace.forward();
    const last = powers.length - 1;
    powers[0] = spectrum[0]! ** 2;
    powers[last] = spectrum[1]! ** 2;
    for (let bin = 1, at = 2; bin < last; bin += 1, at += 2) {
      const real = spectrum[at]!;
      const imaginary = spectrum[at + 1]!;
      powers[bin] = real * real + imaginary * imaginary;
    }
  }
}
