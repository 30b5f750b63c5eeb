/** Zero crossings of the kernel on each side; with `KAISER_BETA` aliases stay below -100 dB. */
const ZERO_CROSSINGS = 32;
const KAISER_BETA = 10;
/** Where the pass band ends, relative to the lower of both half rates. */
const ROLL_OFF = 0.95;
/** More phases than this are interpolated, so that odd pairs of rates need no huge table. */
const MAX_PHASES = 1024;

interface Kernel {
  /** Samples on each side of an output sample that it is made of. */
  readonly reach: number;
  readonly phases: number;
  /** `phases + 1` rows of `2 * reach` weights, each summing to 1. */
  readonly weights: Float32Array;
}

/** Changes the sample rate of a stream by a polyphase filter (windowed sinc, Kaiser), without delay. */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #kernel: Kernel;
  /** Samples from `#origin` on, the first of them zeros before the audio. */
  #held: Float32Array;
  #origin: number;
  #accepted = 0;
  #produced = 0;

  /** @param fromRate and toRate in hertz, whole numbers */
  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#from = fromRate / divisor;
    this.#to = toRate / divisor;
    this.#kernel = makeKernel(this.#from, this.#to);
    this.#held = new Float32Array(this.#kernel.reach);
    this.#origin = -this.#kernel.reach;
  }

  /** Returns the samples of the new rate that these complete. */
  push(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    this.#append(samples);
    this.#accepted += samples.length;
    return this.#produce(this.#accepted - this.#kernel.reach);
  }

  /** Returns what is left when no samples follow; all output together has ceil(input * to / from) samples. */
  end(): Float32Array {
    if (this.#from === this.#to) return new Float32Array(0);
    this.#append(new Float32Array(this.#kernel.reach));
    return this.#produce(this.#accepted);
  }

  #append(samples: Float32Array): void {
    const longer = new Float32Array(this.#held.length + samples.length);
    longer.set(this.#held);
    longer.set(samples, this.#held.length);
    this.#held = longer;
  }

  /** Makes the output samples that lie before an input sample. */
  #produce(before: number): Float32Array {
    const last = Math.ceil((before * this.#to) / this.#from);
    const output = new Float32Array(Math.max(0, last - this.#produced));
    for (let at = 0; at < output.length; at += 1) output[at] = this.#sampleAt(this.#produced + at);
    this.#produced += output.length;
    this.#forget(Math.floor((this.#produced * this.#from) / this.#to) - this.#kernel.reach + 1);
    return output;
  }

  #sampleAt(index: number): number {
    const { reach, phases } = this.#kernel;
    const place = index * this.#from;
    const base = Math.floor(place / this.#to);
    const first = base - reach + 1 - this.#origin;
    const phase = ((place - base * this.#to) * phases) / this.#to;
    const row = Math.floor(phase);
    const share = phase - row;
    const low = this.#weighted(row, first);
    return share === 0 ? low : low + share * (this.#weighted(row + 1, first) - low);
  }

  #weighted(row: number, first: number): number {
    const { reach, weights } = this.#kernel;
    const held = this.#held;
    const start = row * 2 * reach;
    let sum = 0;
    for (let tap = 0; tap < 2 * reach; tap += 1) sum += weights[start + tap]! * held[first + tap]!;
    return sum;
  }

  #forget(before: number): void {
    const gone = Math.min(this.#held.length, before - this.#origin);
    if (gone <= 0) return;
    this.#held = this.#held.slice(gone);
    this.#origin += gone;
  }
}

function makeKernel(from: number, to: number): Kernel {
  const cutoff = ROLL_OFF * Math.min(1, to / from);
  const halfWidth = ZERO_CROSSINGS / cutoff;
  const reach = Math.ceil(halfWidth);
  const phases = Math.min(to, MAX_PHASES);
  const weights = new Float32Array((phases + 1) * 2 * reach);
  for (let phase = 0; phase <= phases; phase += 1) {
    const row = Float64Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - phase / phases;
      return sinc(cutoff * distance) * kaiser(distance / halfWidth);
    });
    const sum = row.reduce((total, weight) => total + weight, 0);
    for (let tap = 0; tap < row.length; tap += 1)
      weights[phase * 2 * reach + tap] = row[tap]! / sum;
  }
  return { reach, phases, weights };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1
    ? 0
    : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA);
}

/** Modified Bessel function of the first kind and order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
