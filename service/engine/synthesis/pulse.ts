import { FourierTransform } from "../signal/fourier.ts";

/**
 * Low frequencies of a pulse come first and others up to 3 ms later, as in real voices; it lowers the peaks of the
 * sound by 3 dB and changes no amplitude. What that moves before the pulse begins needs room.
 */
const DISPERSION = { seconds: 0.003, belowHz: 1_500, roomSeconds: 0.002 } as const;

/** Makes the sound of one glottal pulse: the minimum-phase response of a spectral envelope, dispersed. */
export class PulseShaper {
  readonly size: number;
  readonly #dispersion: Float64Array;
  readonly #transform: FourierTransform;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #samples: Float64Array;

  constructor(size: number, sampleRate: number) {
    this.size = size;
    this.#dispersion = Float64Array.from({ length: size / 2 + 1 }, (_, bin) =>
      dispersion((bin * sampleRate) / size),
    );
    this.#transform = new FourierTransform(size);
    this.#real = new Float64Array(size / 2 + 1);
    this.#imaginary = new Float64Array(size / 2 + 1);
    this.#samples = new Float64Array(size);
  }

  /**
   * Returns `size` samples whose amplitude spectrum is exp(logAmplitude), one value a bin from 0 to size / 2, begun
   * `delay` samples late (0 to 1). The array is overwritten by the next call.
   */
  shape(logAmplitude: Float64Array, delay: number): Float64Array {
    this.#minimumPhase(logAmplitude);
    const [real, imaginary] = [this.#real, this.#imaginary];
    for (let bin = 0; bin < real.length; bin += 1) {
      const amplitude = Math.exp(real[bin]!);
      const angle =
        imaginary[bin]! + this.#dispersion[bin]! - (2 * Math.PI * bin * delay) / this.size;
      real[bin] = amplitude * Math.cos(angle);
      imaginary[bin] = amplitude * Math.sin(angle);
    }
    imaginary[this.size / 2] = 0;
    this.#transform.inverse(real, imaginary, this.#samples);
    return this.#samples;
  }

  /** Leaves the complex log spectrum: the cepstrum of the log amplitude with its second half folded onto the first. */
  #minimumPhase(logAmplitude: Float64Array): void {
    const [cepstrum, half] = [this.#samples, this.size / 2];
    this.#transform.inverse(logAmplitude, this.#imaginary.fill(0), cepstrum);
    for (let at = 1; at < half; at += 1) cepstrum[at] = 2 * cepstrum[at]!;
    cepstrum.fill(0, half + 1);
    this.#transform.forward(cepstrum, this.#real, this.#imaginary);
  }
}

/** Returns the phase whose delay grows linearly up to `belowHz` and stays there. */
function dispersion(hz: number): number {
  const { seconds, belowHz, roomSeconds } = DISPERSION;
  const growing = Math.min(hz, belowHz);
  const delays = seconds * (growing ** 2 / belowHz + 2 * (hz - growing)) + 2 * roomSeconds * hz;
  return -Math.PI * delays;
}
