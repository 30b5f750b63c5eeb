/**
 * Power spectra of blocks of `size` samples, a power of two, with a Hann window; a sine of amplitude 1 has power 1 in its bin.
 * Uses the radix-2 FFT of Cooley and Tukey (1965). The monitor shares no code with the service that it checks.
 */
export class PowerSpectrum {
  readonly size: number;
  readonly #window: Float64Array;
  readonly #reversed: Uint32Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    this.size = size;
    const turn = (2 * Math.PI) / size;
    const bits = Math.log2(size);
    this.#window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos(turn * at));
    this.#reversed = Uint32Array.from({ length: size }, (_, at) => reversed(at, bits));
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos(turn * at));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin(turn * at));
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Writes the powers of `size` samples into `powers`, `size / 2` bins from 0 Hz on. */
  measure(sampleAt: (at: number) => number, powers: Float64Array): void {
    const { size } = this;
    const [real, imaginary] = [this.#real, this.#imaginary];
    for (let at = 0; at < size; at += 1) {
      real[this.#reversed[at]!] = sampleAt(at) * this.#window[at]!;
    }
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) this.#join(half);
    // Half the amplitude is at the negative frequency, and the Hann window halves the rest.
    const scale = (4 / size) ** 2;
    for (let bin = 0; bin < size / 2; bin += 1) {
      powers[bin] = scale * (real[bin]! ** 2 + imaginary[bin]! ** 2);
    }
  }

  /** Combines transforms of `half` points into transforms of twice as many. */
  #join(half: number): void {
    const [real, imaginary] = [this.#real, this.#imaginary];
    const step = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let at = 0; at < half; at += 1) {
        const [cosine, sine] = [this.#cosines[at * step]!, this.#sines[at * step]!];
        const [even, odd] = [start + at, start + at + half];
        const turnedReal = real[odd]! * cosine - imaginary[odd]! * sine;
        const turnedImaginary = real[odd]! * sine + imaginary[odd]! * cosine;
        real[odd] = real[even]! - turnedReal;
        imaginary[odd] = imaginary[even]! - turnedImaginary;
        real[even] = real[even]! + turnedReal;
        imaginary[even] = imaginary[even]! + turnedImaginary;
      }
    }
  }
}

function reversed(value: number, bits: number): number {
  let [left, result] = [value, 0];
  for (let bit = 0; bit < bits; bit += 1) {
    result = result * 2 + (left & 1);
    left >>= 1;
  }
  return result;
}
