import { FourierTransform } from "../signal/fourier.ts";

/** Low frequencies of a pulse come first and others up to 3 ms later, as in real voices: peaks are 3 dB lower. */
const DISPERSION = { seconds: 0.003, belowHz: 1_500, roomSeconds: 0.002 } as const;

/** Samples of a pulse. */
export const PULSE_SIZE = 1_024;
const BINS = PULSE_SIZE / 2 + 1;

/** Makes the sound of one glottal pulse: the minimum-phase response of a spectral envelope, dispersed. */
export class PulseShaper {
  readonly #dispersion: Float64Array;
  readonly #transform = new FourierTransform(PULSE_SIZE);
  readonly #real = new Float64Array(BINS);
  readonly #imaginary = new Float64Array(BINS);
  readonly #samples = new Float64Array(PULSE_SIZE);

  constructor(sampleRate: number) {
    this.#dispersion = Float64Array.from({ length: BINS }, (_, bin) =>
      dispersion((bin * sampleRate) / PULSE_SIZE),
    );
  }

  /**
   * Returns PULSE_SIZE samples with the amplitude spectrum exp(logAmplitude), delayed by `delay` samples (0 to 1); they are
   * valid until the next call.
   */
  shape(logAmplitude: Float64Array, delay: number): Float64Array {
    this.#minimumPhase(logAmplitude);
    const [real, imaginary] = [this.#real, this.#imaginary];
    for (let bin = 0; bin < real.length; bin += 1) {
      const amplitude = Math.exp(real[bin]!);
      const angle =
        imaginary[bin]! + this.#dispersion[bin]! - (2 * Math.PI * bin * delay) / PULSE_SIZE;
      real[bin] = amplitude * Math.cos(angle);
      imaginary[bin] = amplitude * Math.sin(angle);
    }
    imaginary[PULSE_SIZE / 2] = 0;
    this.#transform.inverse(real, imaginary, this.#samples);
    return this.#samples;
  }

  /**
   * Writes the complex log spectrum to `#real` and `#imaginary`, from the cepstrum of the log amplitude with its second half
   * folded onto the first.
   */
  #minimumPhase(logAmplitude: Float64Array): void {
    const [cepstrum, half] = [this.#samples, PULSE_SIZE / 2];
    this.#transform.inverse(logAmplitude, this.#imaginary.fill(0), cepstrum);
    for (let at = 1; at < half; at += 1) cepstrum[at] = 2 * cepstrum[at]!;
    cepstrum.fill(0, half + 1);
    this.#transform.forward(cepstrum, this.#real, this.#imaginary);
  }
}

/** Returns the phase at a frequency; its delay grows linearly up to `belowHz` and is constant above. */
function dispersion(hz: number): number {
  const { seconds, belowHz, roomSeconds } = DISPERSION;
  const growing = Math.min(hz, belowHz);
  const delays = seconds * (growing ** 2 / belowHz + 2 * (hz - growing)) + 2 * roomSeconds * hz;
  return -Math.PI * delays;
}
