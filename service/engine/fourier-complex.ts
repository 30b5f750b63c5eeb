/**
 * Complex Fourier transforms of one power-of-two length, in place (decimation in time, four branches a pass).
 *
 * Whoever transforms writes number n to `real[order[n]]` and `imaginary[order[n]]`, calls `run` and finds bin k at k;
 * e^(-i), no scaling.
 */
export class ComplexFourierTransform {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly order: Uint32Array;
  readonly #beginsWithPairs: boolean;
  /** For each pass that joins fours: how many bins their branches have, and how these are turned. */
  readonly #fours: readonly { readonly span: number; readonly turns: Float64Array }[];

  constructor(size: number) {
    this.real = new Float64Array(size);
    this.imaginary = new Float64Array(size);
    this.#beginsWithPairs = Math.log2(size) % 2 === 1;
    const spans: number[] = [];
    for (let span = this.#beginsWithPairs ? 2 : 4; span < size; span *= 4) spans.push(span);
    this.#fours = spans.map((span) => ({ span, turns: turnsOf(span) }));
    this.order = Uint32Array.from({ length: size }, (_, at) => placeOf(at, size));
  }

  run(): void {
    if (this.#beginsWithPairs) joinPairs(this.real, this.imaginary);
    else joinFourNumbers(this.real, this.imaginary);
    for (const { span, turns } of this.#fours) joinFours(this.real, this.imaginary, span, turns);
  }
}

/** Where a number has to lie so that each pass finds its branches side by side. */
function placeOf(at: number, size: number): number {
  let place = 0;
  for (let rest = at, span = size; span > 1;) {
    const branches = span === 2 ? 2 : 4;
    span /= branches;
    place += (rest % branches) * span;
    rest = Math.floor(rest / branches);
  }
  return place;
}

/** For each bin of a branch: cosine and minus sine by which the second, third and fourth branch are turned. */
function turnsOf(span: number): Float64Array {
  const turns = new Float64Array(6 * span);
  for (let bin = 0; bin < span; bin += 1) {
    for (let branch = 1; branch < 4; branch += 1) {
      const angle = (-2 * Math.PI * branch * bin) / (4 * span);
      turns[6 * bin + 2 * branch - 2] = Math.cos(angle);
      turns[6 * bin + 2 * branch - 1] = Math.sin(angle);
    }
  }
  return turns;
}

function joinPairs(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0; at < real.length; at += 2) {
    const oneReal = real[at]!;
    const oneImaginary = imaginary[at]!;
    const otherReal = real[at + 1]!;
    const otherImaginary = imaginary[at + 1]!;
    real[at] = oneReal + otherReal;
    imaginary[at] = oneImaginary + otherImaginary;
    real[at + 1] = oneReal - otherReal;
    imaginary[at + 1] = oneImaginary - otherImaginary;
  }
}

/** What `joinFours` does to branches of one bin, which are turned by nothing. */
function joinFourNumbers(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0; at < real.length; at += 4) {
    const acReal = real[at]! + real[at + 2]!;
    const acImaginary = imaginary[at]! + imaginary[at + 2]!;
    const acGapReal = real[at]! - real[at + 2]!;
    const acGapImaginary = imaginary[at]! - imaginary[at + 2]!;
    const bdReal = real[at + 1]! + real[at + 3]!;
    const bdImaginary = imaginary[at + 1]! + imaginary[at + 3]!;
    const bdGapReal = real[at + 1]! - real[at + 3]!;
    const bdGapImaginary = imaginary[at + 1]! - imaginary[at + 3]!;
    real[at] = acReal + bdReal;
    imaginary[at] = acImaginary + bdImaginary;
    real[at + 1] = acGapReal + bdGapImaginary;
    imaginary[at + 1] = acGapImaginary - bdGapReal;
    real[at + 2] = acReal - bdReal;
    imaginary[at + 2] = acImaginary - bdImaginary;
    real[at + 3] = acGapReal - bdGapImaginary;
    imaginary[at + 3] = acGapImaginary + bdGapReal;
  }
}

/** Joins four branches of `span` bins to one of four times as many, all over the arrays. */
function joinFours(
  real: Float64Array,
  imaginary: Float64Array,
  span: number,
  turns: Float64Array,
): void {
  // Bin by bin, so that its turns are read once for all groups of branches.
  for (let bin = 0, turn = 0; bin < span; bin += 1, turn += 6) {
    const bCosine = turns[turn]!;
    const bSine = turns[turn + 1]!;
    const cCosine = turns[turn + 2]!;
    const cSine = turns[turn + 3]!;
    const dCosine = turns[turn + 4]!;
    const dSine = turns[turn + 5]!;
    for (let a = bin; a < real.length; a += 4 * span) {
      const b = a + span;
      const c = b + span;
      const d = c + span;
      const aReal = real[a]!;
      const aImaginary = imaginary[a]!;
      let plainReal = real[b]!;
      let plainImaginary = imaginary[b]!;
      const bReal = plainReal * bCosine - plainImaginary * bSine;
      const bImaginary = plainReal * bSine + plainImaginary * bCosine;
      plainReal = real[c]!;
      plainImaginary = imaginary[c]!;
      const cReal = plainReal * cCosine - plainImaginary * cSine;
      const cImaginary = plainReal * cSine + plainImaginary * cCosine;
      plainReal = real[d]!;
      plainImaginary = imaginary[d]!;
      const dReal = plainReal * dCosine - plainImaginary * dSine;
      const dImaginary = plainReal * dSine + plainImaginary * dCosine;
      const acReal = aReal + cReal;
      const acImaginary = aImaginary + cImaginary;
      const acGapReal = aReal - cReal;
      const acGapImaginary = aImaginary - cImaginary;
      const bdReal = bReal + dReal;
      const bdImaginary = bImaginary + dImaginary;
      const bdGapReal = bReal - dReal;
      const bdGapImaginary = bImaginary - dImaginary;
      real[a] = acReal + bdReal;
      imaginary[a] = acImaginary + bdImaginary;
      real[b] = acGapReal + bdGapImaginary;
      imaginary[b] = acGapImaginary - bdGapReal;
      real[c] = acReal - bdReal;
      imaginary[c] = acImaginary - bdImaginary;
      real[d] = acGapReal - bdGapImaginary;
      imaginary[d] = acGapImaginary + bdGapReal;
    }
  }
}
