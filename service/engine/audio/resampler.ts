import { joinSamples } from "./samples.ts";

/** Zero crossings of the kernel on each side; with `KAISER_BETA` aliases stay below -100 dB. */
const ZERO_CROSSINGS = 32;
const KAISER_BETA = 10;
/** Where the pass band ends, relative to the lower of both half rates. */
const ROLL_OFF = 0.95;
/** More phases than this are interpolated, so that odd pairs of rates need no huge table. */
const MAX_PHASES = 1024;
const INITIAL_ROOM = 1 << 12;

interface Kernel {
  /** Samples on each side of an output sample that it is made of. */
  readonly reach: number;
  readonly phases: number;
  /** `phases + 1` rows of `taps` weights, each summing to 1. */
  readonly weights: Float64Array;
  /** `2 * reach` and zeros up to a multiple of four. */
  readonly taps: number;
}

/** Changes the sample rate of a stream by a polyphase filter (windowed sinc, Kaiser), without delay. */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #kernel: Kernel;
  /** Samples from `#origin` on, the first of them zeros before the audio, and room behind them. */
  #held: Float64Array;
  #heldCount: number;
  #origin: number;
  #accepted = 0;
  #produced = 0;

  /** @param fromRate and toRate in hertz, whole numbers */
  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#from = fromRate / divisor;
    this.#to = toRate / divisor;
    this.#kernel = makeKernel(this.#from, this.#to);
    this.#held = new Float64Array(INITIAL_ROOM);
    this.#heldCount = this.#kernel.reach;
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
    // The last rows read up to three samples further, for nothing.
    const needed = this.#heldCount + samples.length + 4;
    if (needed > this.#held.length) {
      const longer = new Float64Array(2 * needed);
      longer.set(this.#held.subarray(0, this.#heldCount));
      this.#held = longer;
    }
    this.#held.set(samples, this.#heldCount);
    this.#heldCount += samples.length;
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
    const { taps, weights } = this.#kernel;
    const held = this.#held;
    const start = row * taps;
    // Four sums, since each addition waits for the one before it.
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let tap = 0; tap < taps; tap += 4) {
      const weight = start + tap;
      const sample = first + tap;
      one += weights[weight]! * held[sample]!;
      two += weights[weight + 1]! * held[sample + 1]!;
      three += weights[weight + 2]! * held[sample + 2]!;
      four += weights[weight + 3]! * held[sample + 3]!;
    }
    return one + two + (three + four);
  }

  #forget(before: number): void {
    const gone = Math.min(this.#heldCount, before - this.#origin);
    if (gone <= 0) return;
    this.#held.copyWithin(0, gone, this.#heldCount);
    this.#heldCount -= gone;
    this.#origin += gone;
  }
}

/** Returns a whole recording at another rate. */
export function resampled(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  const resampler = new Resampler(fromRate, toRate);
  return joinSamples([resampler.push(samples), resampler.end()]);
}

function makeKernel(from: number, to: number): Kernel {
  const cutoff = ROLL_OFF * Math.min(1, to / from);
  const halfWidth = ZERO_CROSSINGS / cutoff;
  const reach = Math.ceil(halfWidth);
  const phases = Math.min(to, MAX_PHASES);
  const taps = 4 * Math.ceil(reach / 2);
  const weights = new Float64Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    const row = Float64Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - phase / phases;
      return sinc(cutoff * distance) * kaiser(distance / halfWidth);
    });
    const sum = row.reduce((total, weight) => total + weight, 0);
    for (let tap = 0; tap < row.length; tap += 1) weights[phase * taps + tap] = row[tap]! / sum;
  }
  return { reach, phases, weights, taps };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1
    ? 0
    : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA);
}

/** Returns the modified Bessel function of the first kind and order 0, by its power series. */
export function besselI0(x: number): number {
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
