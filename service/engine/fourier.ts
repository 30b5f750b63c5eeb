/** Fourier transforms of real sequences of one fixed power-of-two length, by a complex one of half that length. */
export class FourierTransform {
  readonly size: number;
  readonly #half: number;
  readonly #even: Float64Array;
  readonly #odd: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.#half = size / 2;
    this.#even = new Float64Array(this.#half);
    this.#odd = new Float64Array(this.#half);
    const angles = Array.from({ length: this.#half + 1 }, (_, at) => (2 * Math.PI * at) / size);
    this.#cosines = Float64Array.from(angles, Math.cos);
    this.#sines = Float64Array.from(angles, Math.sin);
    const bits = Math.log2(this.#half);
    this.#reversed = Uint32Array.from({ length: this.#half }, (_, at) => reverseBits(at, bits));
  }

  /** Writes the spectrum of `size` samples: size / 2 + 1 bins, e^(-i) and no scaling. */
  forward(samples: Float64Array, real: Float64Array, imaginary: Float64Array): void {
    const [even, odd, half] = [this.#even, this.#odd, this.#half];
    const [cosines, sines] = [this.#cosines, this.#sines];
    for (let at = 0; at < half; at += 1) {
      even[at] = samples[2 * at]!;
      odd[at] = samples[2 * at + 1]!;
    }
    this.#transform(even, odd);
    for (let bin = 0; bin <= half; bin += 1) {
      const here = bin & (half - 1);
      const mirrored = (half - bin) & (half - 1);
      const evenReal = even[here]! + even[mirrored]!;
      const evenImaginary = odd[here]! - odd[mirrored]!;
      const oddReal = odd[here]! + odd[mirrored]!;
      const oddImaginary = even[mirrored]! - even[here]!;
      real[bin] = (evenReal + oddReal * cosines[bin]! + oddImaginary * sines[bin]!) / 2;
      imaginary[bin] = (evenImaginary + oddImaginary * cosines[bin]! - oddReal * sines[bin]!) / 2;
    }
  }

  /** Writes the `size` samples that have a spectrum of size / 2 + 1 bins: the inverse of `forward`. */
  inverse(real: Float64Array, imaginary: Float64Array, samples: Float64Array): void {
    const [even, odd, half] = [this.#even, this.#odd, this.#half];
    const [cosines, sines] = [this.#cosines, this.#sines];
    for (let bin = 0; bin < half; bin += 1) {
      const mirrored = half - bin;
      const turnedReal = real[bin]! - real[mirrored]!;
      const turnedImaginary = imaginary[bin]! + imaginary[mirrored]!;
      const oddReal = turnedReal * cosines[bin]! - turnedImaginary * sines[bin]!;
      const oddImaginary = turnedReal * sines[bin]! + turnedImaginary * cosines[bin]!;
      even[bin] = real[bin]! + real[mirrored]! - oddImaginary;
      odd[bin] = imaginary[bin]! - imaginary[mirrored]! + oddReal;
    }
    // With the parts exchanged the forward transform is the inverse one.
    this.#transform(odd, even);
    for (let at = 0; at < half; at += 1) {
      samples[2 * at] = even[at]! / this.size;
      samples[2 * at + 1] = odd[at]! / this.size;
    }
  }

  #transform(real: Float64Array, imaginary: Float64Array): void {
    this.#permute(real);
    this.#permute(imaginary);
    for (let span = 1; span < this.#half; span *= 2) this.#combine(real, imaginary, span);
  }

  #combine(real: Float64Array, imaginary: Float64Array, span: number): void {
    const [cosines, sines] = [this.#cosines, this.#sines];
    const stride = this.#half / span;
    for (let start = 0; start < this.#half; start += 2 * span) {
      for (
        let step = 0, upper = start, turn = 0;
        step < span;
        step += 1, upper += 1, turn += stride
      ) {
        const lower = upper + span;
        const cosine = cosines[turn]!;
        const sine = sines[turn]!;
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
    for (let at = 0; at < this.#half; at += 1) {
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
