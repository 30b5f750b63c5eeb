/** Loudness from power, after ITU-R BS.1770-4: the K-weighting filters and the two gates. */

export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Length of the overlapping blocks in which loudness is measured, and the step between them. */
export const LOUDNESS_BLOCK_SECONDS = 0.4;
export const LOUDNESS_STEP_SECONDS = 0.1;

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

/** Returns the filters for samples before their power is measured: a high shelf and a high pass. */
export function kWeightingFilters(sampleRate: number): readonly [Biquad, Biquad] {
  return [
    highShelf(sampleRate, 1681.974450955533, 3.999843853973347, 0.7071752369554196),
    highPass(sampleRate, 38.13547087602444, 0.5003270373238773),
  ];
}

/** Returns the factor by which K-weighting changes power at a frequency. */
export function kWeightOfPower(hz: number): number {
  const rate = 48_000;
  return kWeightingFilters(rate).reduce(
    (power, filter) => power * powerResponse(filter, hz / rate),
    1,
  );
}

/** Returns the loudness, in LUFS, of K-weighted powers of overlapping blocks. */
export function gatedLoudness(blockPowers: readonly number[]): number {
  const loud = blockPowers.filter((power) => lufs(power) > ABSOLUTE_GATE_LUFS);
  const gate = lufs(mean(loud)) + RELATIVE_GATE_LU;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power + 1e-12);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function highShelf(sampleRate: number, hz: number, gainDb: number, q: number): Biquad {
  const k = Math.tan((Math.PI * hz) / sampleRate);
  const high = 10 ** (gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (high + (band * k) / q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (band * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRate: number, hz: number, q: number): Biquad {
  const k = Math.tan((Math.PI * hz) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

/** Returns |H|² at a frequency that is given as a part of the sample rate. */
function powerResponse({ b, a }: Biquad, part: number): number {
  const above = squaredSize(b, part);
  return above / squaredSize([1, ...a], part);
}

function squaredSize(taps: readonly number[], part: number): number {
  const angle = 2 * Math.PI * part;
  const real = taps.reduce((sum, tap, at) => sum + tap * Math.cos(angle * at), 0);
  const imaginary = taps.reduce((sum, tap, at) => sum + tap * Math.sin(angle * at), 0);
  return real * real + imaginary * imaginary;
}
