import { kernelOf, type Kernel } from "./resampling-kernel.ts";
import { joinSamples } from "./samples.ts";

const INITIAL_ROOM = 1 << 12;

/** Changes the sample rate of a stream by a polyphase filter, without delay; costs nothing until there are samples. */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  #filter: PolyphaseFilter | undefined;

  /** @param fromRate and toRate in hertz, whole numbers */
  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#from = fromRate / divisor;
    this.#to = toRate / divisor;
  }

  /** Returns the output samples that these input samples complete. */
  push(samples: Float32Array): Float32Array {
    if (this.#from === this.#to || samples.length === 0) return samples;
    this.#filter ??= new PolyphaseFilter(this.#from, this.#to);
    return this.#filter.push(samples);
  }

  /** Returns the remaining output when no samples follow; the total output has ceil(input * to / from) samples. */
  end(): Float32Array {
    return this.#filter?.end() ?? new Float32Array(0);
  }
}

class PolyphaseFilter {
  readonly #from: number;
  readonly #to: number;
  readonly #kernel: Kernel;
  /** Input samples from `#origin` on, at first zeros before the audio, with free space behind them. */
  #held: Float64Array;
  #heldCount: number;
  #origin: number;
  #accepted = 0;
  #produced = 0;

  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#kernel = kernelOf(from, to);
    this.#held = new Float64Array(INITIAL_ROOM);
    this.#heldCount = this.#kernel.reach;
    this.#origin = -this.#kernel.reach;
  }

  push(samples: Float32Array): Float32Array {
    this.#append(samples);
    this.#accepted += samples.length;
    return this.#produce(this.#accepted - this.#kernel.reach);
  }

  end(): Float32Array {
    this.#append(new Float32Array(this.#kernel.reach));
    return this.#produce(this.#accepted);
  }

  #append(samples: Float32Array): void {
    const needed = this.#heldCount + samples.length;
    if (needed > this.#held.length) {
      const longer = new Float64Array(2 * needed);
      longer.set(this.#held.subarray(0, this.#heldCount));
      this.#held = longer;
    }
    this.#held.set(samples, this.#heldCount);
    this.#heldCount += samples.length;
  }

  /** Returns the output samples that lie before the input sample `before`. */
  #produce(before: number): Float32Array {
    const last = Math.ceil((before * this.#to) / this.#from);
    const output = new Float32Array(Math.max(0, last - this.#produced));
    if (this.#kernel.phases === this.#to) this.#produceByRows(output);
    else for (let at = 0; at < output.length; at += 1) output[at] = this.#between(at);
    this.#produced += output.length;
    this.#forget(Math.floor((this.#produced * this.#from) / this.#to) - this.#kernel.reach + 1);
    return output;
  }

  /** Fills the output row by row of the kernel: every `to`-th sample uses the same row. */
  #produceByRows(output: Float32Array): void {
    const [from, to] = [this.#from, this.#to];
    for (let row = 0; row < to && row < output.length; row += 1) {
      const { base: first, phase } = this.#placeOf(row);
      let [at, base] = [row, first];
      for (; at + 3 * to < output.length; at += 4 * to, base += 4 * from) {
        this.#writeFour(phase, base, output, at);
      }
      for (; at < output.length; at += to, base += from) output[at] = this.#weighted(phase, base);
    }
  }

  /** Returns the output sample `at` after the last one produced, interpolated between two rows of the kernel. */
  #between(at: number): number {
    const { phases, taps, weights } = this.#kernel;
    const { base, phase } = this.#placeOf(at);
    const exact = (phase * phases) / this.#to;
    const row = Math.floor(exact);
    const held = this.#held;
    const start = row * taps;
    const next = start + taps;
    let [low, high] = [0, 0];
    for (let tap = 0; tap < taps; tap += 1) {
      const sample = held[base + tap]!;
      low += weights[start + tap]! * sample;
      high += weights[next + tap]! * sample;
    }
    return low + (exact - row) * (high - low);
  }

  /** Returns where the input of the output sample `at` begins in `#held`, and its phase in 1/`to` input samples. */
  #placeOf(at: number): { base: number; phase: number } {
    const place = (this.#produced + at) * this.#from;
    const whole = Math.floor(place / this.#to);
    const base = whole - this.#kernel.reach + 1 - this.#origin;
    return { base, phase: place - whole * this.#to };
  }

  #weighted(row: number, base: number): number {
    const { taps, weights } = this.#kernel;
    const held = this.#held;
    const start = row * taps;
    // Two sums, because each addition has to wait for the previous one.
    let [even, odd] = [0, 0];
    for (let tap = 0; tap < taps; tap += 2) {
      even += weights[start + tap]! * held[base + tap]!;
      odd += weights[start + tap + 1]! * held[base + tap + 1]!;
    }
    return even + odd;
  }

  /** Writes four output samples of one row, each summed as in `#weighted`; every weight is read once for all four. */
  #writeFour(row: number, base: number, output: Float32Array, at: number): void {
    const { taps, weights } = this.#kernel;
    const [from, to] = [this.#from, this.#to];
    const held = this.#held;
    const start = row * taps;
    let [even0, even1, even2, even3] = [0, 0, 0, 0];
    let [odd0, odd1, odd2, odd3] = [0, 0, 0, 0];
    for (let tap = 0; tap < taps; tap += 2) {
      const even = weights[start + tap]!;
      const odd = weights[start + tap + 1]!;
      const place = base + tap;
      even0 += even * held[place]!;
      odd0 += odd * held[place + 1]!;
      even1 += even * held[place + from]!;
      odd1 += odd * held[place + from + 1]!;
      even2 += even * held[place + 2 * from]!;
      odd2 += odd * held[place + 2 * from + 1]!;
      even3 += even * held[place + 3 * from]!;
      odd3 += odd * held[place + 3 * from + 1]!;
    }
    output[at] = even0 + odd0;
    output[at + to] = even1 + odd1;
    output[at + 2 * to] = even2 + odd2;
    output[at + 3 * to] = even3 + odd3;
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

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
