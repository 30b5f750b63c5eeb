/** Zero crossings of the kernel on each side; with `KAISER_BETA` aliases stay below -100 dB. */
const ZERO_CROSSINGS = 32;
const KAISER_BETA = 10;
/** End of the pass band, relative to the lower of the two Nyquist frequencies. */
const ROLL_OFF = 0.95;
/** Maximum of phases per zero crossing; more are interpolated, so that unusual pairs of rates need no huge table. */
const PHASES_PER_CROSSING = 1024;
/** Points of the prototype per zero crossing; values between them are interpolated, exact to 1e-9. */
const POINTS_PER_CROSSING = 256;
/** Maximum number of cached weights, of all kernels together; a kernel has hardly more than 70,000. */
const KEPT_WEIGHTS = 1_000_000;

/** The filter from one sample rate to another: a windowed sinc (Kaiser), with a row for each phase. */
export interface Kernel {
  /** Number of input samples on each side of an output sample that contribute to it. */
  readonly reach: number;
  readonly phases: number;
  /** `phases + 1` rows of `taps` weights, each summing to 1. */
  readonly weights: Float64Array;
  /** `2 * reach`. */
  readonly taps: number;
}

/** Cached kernels by the ratio of their rates, the least recently used first. */
const kept = new Map<string, Kernel>();
let prototype: Float64Array | undefined;

/** Returns the kernel for rates without a common divisor, from the cache if it is there. */
export function kernelOf(from: number, to: number): Kernel {
  const ratio = `${from}:${to}`;
  const kernel = kept.get(ratio) ?? makeKernel(from, to);
  kept.delete(ratio);
  kept.set(ratio, kernel);
  let weights = 0;
  for (const one of kept.values()) weights += one.weights.length;
  for (const [oldest, { weights: gone }] of kept) {
    if (weights <= KEPT_WEIGHTS || oldest === ratio) break;
    kept.delete(oldest);
    weights -= gone.length;
  }
  return kernel;
}

function makeKernel(from: number, to: number): Kernel {
  const cutoff = ROLL_OFF * Math.min(1, to / from);
  const reach = Math.ceil(ZERO_CROSSINGS / cutoff);
  const phases = Math.min(to, Math.ceil(PHASES_PER_CROSSING * cutoff));
  const taps = 2 * reach;
  const weights = new Float64Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    const row = weights.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      row[tap] = prototypeAt(cutoff * Math.abs(tap - reach + 1 - phase / phases));
      sum += row[tap]!;
    }
    for (let tap = 0; tap < taps; tap += 1) row[tap]! /= sum;
  }
  return { reach, phases, weights, taps };
}

/** Returns the value of the prototype of all kernels, `crossings` zero crossings from its middle. */
function prototypeAt(crossings: number): number {
  if (crossings >= ZERO_CROSSINGS) return 0;
  prototype ??= makePrototype();
  const place = crossings * POINTS_PER_CROSSING;
  const whole = Math.floor(place);
  const points = prototype;
  return cubicBetween(
    points[whole]!,
    points[whole + 1]!,
    points[whole + 2]!,
    points[whole + 3]!,
    place - whole,
  );
}

/** Returns the value at `part`, 0 to 1, between the middle two of four points, on the cubic through all of them. */
function cubicBetween(before: number, from: number, to: number, after: number, part: number) {
  const third = (after - before) / 6 + (from - to) / 2;
  const second = (before + to) / 2 - from;
  const first = to - before / 3 - from / 2 - after / 6;
  return ((third * part + second) * part + first) * part + from;
}

/** Returns the points of the prototype from one before its middle to two past its end. */
function makePrototype(): Float64Array {
  const peak = besselI0(KAISER_BETA);
  return Float64Array.from({ length: ZERO_CROSSINGS * POINTS_PER_CROSSING + 3 }, (_, at) => {
    const crossings = (at - 1) / POINTS_PER_CROSSING;
    const edge = crossings / ZERO_CROSSINGS;
    if (edge >= 1) return 0;
    return (sinc(crossings) * besselI0(KAISER_BETA * Math.sqrt(1 - edge * edge))) / peak;
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
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
