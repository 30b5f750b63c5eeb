/** Zero crossings of the kernel on each side. */
const ZERO_CROSSINGS = 24;
/** Where the filter halves, relative to half the new rate: what would fold back below it is gone by there. */
const CUTOFF = 0.92;

/**
 * Returns by how much a rate can be divided, as a whole number, so that a whole number of hertz of at least
 * `leastRate` is left.
 */
export function decimationOf(rate: number, leastRate: number): number {
  let factor = Math.max(1, Math.floor(rate / leastRate));
  while (rate % factor !== 0) factor -= 1;
  return factor;
}

/** Divides the sample rate of a stream by a whole number, behind a low-pass (windowed sinc, Blackman-Harris). */
export class Decimator {
  readonly #factor: number;
  readonly #weights: Float64Array;
  /** The latest samples, oldest first; there are always as many as weights but one. */
  #held: Float32Array;
  /** How many of the next samples pass before one is made. */
  #skip: number;

  constructor(factor: number) {
    this.#factor = factor;
    this.#weights = lowPass(factor);
    this.#held = new Float32Array(this.#weights.length - 1);
    this.#skip = 0;
  }

  /** Returns the samples of the new rate that these complete; they come `ZERO_CROSSINGS` of theirs late. */
  push(samples: Float32Array): Float32Array {
    if (this.#factor === 1) return samples;
    const joined = new Float32Array(this.#held.length + samples.length);
    joined.set(this.#held);
    joined.set(samples, this.#held.length);
    const made = Math.max(0, Math.ceil((samples.length - this.#skip) / this.#factor));
    const output = new Float32Array(made);
    for (let at = 0; at < made; at += 1) {
      output[at] = weighted(this.#weights, joined, this.#skip + at * this.#factor);
    }
    this.#skip += made * this.#factor - samples.length;
    this.#held = joined.slice(samples.length);
    return output;
  }
}

function weighted(weights: Float64Array, samples: Float32Array, from: number): number {
  let sum = 0;
  for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap]! * samples[from + tap]!;
  return sum;
}

function lowPass(factor: number): Float64Array {
  const reach = ZERO_CROSSINGS * factor;
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, tap) => {
    const distance = ((tap - reach) * CUTOFF) / factor;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * blackmanHarris(tap / (2 * reach));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The window of four terms; Harris 1978. `place` goes from 0 to 1. */
function blackmanHarris(place: number): number {
  const turn = 2 * Math.PI * place;
  return (
    0.35875 - 0.48829 * Math.cos(turn) + 0.14128 * Math.cos(2 * turn) - 0.01168 * Math.cos(3 * turn)
  );
}
