/** Zero crossings of the kernel on each side. */
const ZERO_CROSSINGS = 24;
/** Where the filter halves, relative to half the new rate: what would fold back below it is gone by there. */
const CUTOFF = 0.92;

/**
 * Takes a stream of samples down to a lower rate, behind a low-pass (windowed sinc, Blackman-Harris): one kernel for each
 * place that a new sample can have between two old ones. A rate that is no higher than the new one is left as it is.
 *
 * Meant for the rates of sound cards, which have large common divisors: 44,100 Hz to 16,000 Hz are 160 kernels.
 */
export class Resampler {
  /** Old samples go from a new one to the next in steps of `down / up`. */
  readonly #up: number;
  readonly #down: number;
  readonly #kernels: readonly Float64Array[];
  /** The latest samples, oldest first; there are always as many as a kernel has weights but one. */
  #held: Float32Array;
  /** How many of the next samples pass before one is made, and which kernel makes it. */
  #skip = 0;
  #place = 0;

  /** Both rates in hertz, whole numbers. */
  constructor(fromRate: number, toRate: number) {
    const divisor = fromRate <= toRate ? fromRate : commonDivisor(fromRate, toRate);
    this.#up = Math.min(fromRate, toRate) / divisor;
    this.#down = fromRate / divisor;
    this.#kernels = Array.from({ length: this.#up }, (_, place) =>
      kernelAt(place / this.#up, this.#down / this.#up),
    );
    this.#held = new Float32Array((this.#kernels[0]?.length ?? 1) - 1);
  }

  /** Returns the samples of the new rate that these complete; they come `ZERO_CROSSINGS` of theirs late. */
  push(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples;
    const joined = new Float32Array(this.#held.length + samples.length);
    joined.set(this.#held);
    joined.set(samples, this.#held.length);
    const left = (samples.length - this.#skip) * this.#up - this.#place;
    const output = new Float32Array(Math.max(0, Math.ceil(left / this.#down)));
    for (let at = 0; at < output.length; at += 1) {
      output[at] = weighted(this.#kernels[this.#place]!, joined, this.#skip);
      this.#place += this.#down;
      this.#skip += Math.floor(this.#place / this.#up);
      this.#place %= this.#up;
    }
    this.#skip -= samples.length;
    this.#held = joined.slice(samples.length);
    return output;
  }
}

function weighted(weights: Float64Array, samples: Float32Array, from: number): number {
  let sum = 0;
  for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap]! * samples[from + tap]!;
  return sum;
}

/** The weights of old samples for a new one that lies `offset` behind the middle one, when `ratio` old ones become one. */
function kernelAt(offset: number, ratio: number): Float64Array {
  const reach = Math.ceil(ZERO_CROSSINGS * ratio);
  const length = 2 * reach + 2;
  const weights = Float64Array.from({ length }, (_, tap) => {
    const behind = tap - reach - offset;
    const turns = (behind * CUTOFF) / ratio;
    const sinc = turns === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns);
    return sinc * blackmanHarris((behind + reach + 1) / length);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** The window of four terms; Harris 1978. `place` goes from 0 to 1. */
function blackmanHarris(place: number): number {
  const turn = 2 * Math.PI * place;
  return (
    0.35875 - 0.48829 * Math.cos(turn) + 0.14128 * Math.cos(2 * turn) - 0.01168 * Math.cos(3 * turn)
  );
}
