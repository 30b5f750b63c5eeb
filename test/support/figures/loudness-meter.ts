import {
  gatedLoudness,
  kWeightingFilters,
  LOUDNESS_BLOCK_SECONDS,
  LOUDNESS_STEP_SECONDS,
  type Biquad,
} from "#service/engine/synthesis/k-weighting.ts";

/** The loudness of a voice over many sentences, in LUFS. */
export const SPEECH_LUFS = { target: -18, tolerance: 1.5 };

const STEPS_PER_BLOCK = Math.round(LOUDNESS_BLOCK_SECONDS / LOUDNESS_STEP_SECONDS);

/** Returns the loudness of mono speech in LUFS, by ITU-R BS.1770-4: K-weighting, 400 ms blocks, both gates. */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number {
  const step = LOUDNESS_STEP_SECONDS * sampleRate;
  const [shelf, pass] = kWeightingFilters(sampleRate).map((filter) => new Filter(filter));
  const powers: number[] = [];
  const weighted = new Float64Array(step);
  for (let start = 0; start + step <= samples.length; start += step) {
    weighted.set(samples.subarray(start, start + step));
    shelf!.apply(weighted);
    pass!.apply(weighted);
    powers.push(powerOf(weighted));
  }
  return gatedLoudness(blockPowers(powers));
}

function blockPowers(stepPowers: readonly number[]): number[] {
  const blocks: number[] = [];
  for (let end = STEPS_PER_BLOCK; end <= stepPowers.length; end += 1) {
    const steps = stepPowers.slice(end - STEPS_PER_BLOCK, end);
    blocks.push(steps.reduce((sum, power) => sum + power, 0) / STEPS_PER_BLOCK);
  }
  return blocks;
}

function powerOf(samples: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at]! * samples[at]!;
  return sum / samples.length;
}

/** A filter that remembers what it was last applied to. */
class Filter {
  readonly #biquad: Biquad;
  readonly #state = new Float64Array(4);

  constructor(biquad: Biquad) {
    this.#biquad = biquad;
  }

  /** Filters the next samples in place. */
  apply(samples: Float64Array): void {
    const { b, a } = this.#biquad;
    const [b0, b1, b2] = b;
    const [a0, a1] = a;
    let [x1, x2, y1, y2] = this.#state as unknown as [number, number, number, number];
    for (let at = 0; at < samples.length; at += 1) {
      const x = samples[at]!;
      const y = b0 * x + b1 * x1 + b2 * x2 - a0 * y1 - a1 * y2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      samples[at] = y;
    }
    this.#state.set([x1, x2, y1, y2]);
  }
}
