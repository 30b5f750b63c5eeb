/** A Fourier transform of one fixed power-of-two size, computed in place. */
export class FourierTransform {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, at) =>
      Math.cos((2 * Math.PI * at) / size),
    );
    this.#sines = Float64Array.from({ length: size / 2 }, (_, at) =>
      Math.sin((2 * Math.PI * at) / size),
    );
    const bits = Math.log2(size);
    this.#reversed = Uint32Array.from({ length: size }, (_, at) => reverseBits(at, bits));
  }

  /** Replaces the complex sequence by its transform, with e^(-i) and without scaling. */
  forward(real: Float64Array, imaginary: Float64Array): void {
    this.#permute(real);
    this.#permute(imaginary);
    for (let half = 1; half < this.size; half *= 2) this.#combine(real, imaginary, half);
  }

  /** Replaces the complex sequence by the inverse of `forward` times `size`. */
  inverse(real: Float64Array, imaginary: Float64Array): void {
    this.forward(imaginary, real);
  }

  #combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const stride = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (
        let step = 0, upper = start, turn = 0;
        step < half;
        step += 1, upper += 1, turn += stride
      ) {
        const lower = upper + half;
        const cosine = this.#cosines[turn]!;
        const sine = this.#sines[turn]!;
        const turnedReal = real[lower]! * cosine + imaginary[lower]! * sine;
        const turnedImaginary = imaginary[lower]! * cosine - real[lower]! * sine;
        real[lower] = real[upper]! - turnedReal;
        imaginary[lower] = imaginary[upper]! - turnedImaginary;
        real[upper] = real[upper]! + turnedReal;
        imaginary[upper] = imaginary[upper]! + turnedImaginary;
      }
    }
  }

  #permute(values: Float64Array): void {
    for (let at = 0; at < this.size; at += 1) {
      const other = this.#reversed[at]!;
      if (other > at) {
        const kept = values[at]!;
        values[at] = values[other]!;
        values[other] = kept;
      }
    }
  }
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit += 1) reversed |= ((value >> bit) & 1) << (bits - 1 - bit);
  return reversed;
}
