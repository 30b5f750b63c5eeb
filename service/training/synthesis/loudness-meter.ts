import {
  gatedLoudness,
  kWeightingFilters,
  LOUDNESS_BLOCK_SECONDS,
  LOUDNESS_STEP_SECONDS,
  type Biquad,
} from "../../engine/synthesis/k-weighting.ts";

/** Returns the loudness of mono speech in LUFS, by ITU-R BS.1770-4: K-weighting, 400 ms blocks, both gates. */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number {
  const [shelf, pass] = kWeightingFilters(sampleRate);
  const weighted = filtered(filtered(new Float64Array(samples), shelf), pass);
  return gatedLoudness(blockPowers(weighted, sampleRate));
}

function blockPowers(samples: Float64Array, sampleRate: number): number[] {
  const length = LOUDNESS_BLOCK_SECONDS * sampleRate;
  const step = LOUDNESS_STEP_SECONDS * sampleRate;
  const powers: number[] = [];
  for (let start = 0; start + length <= samples.length; start += step) {
    let sum = 0;
    for (let at = start; at < start + length; at += 1) sum += samples[at]! ** 2;
    powers.push(sum / length);
  }
  return powers;
}

function filtered(samples: Float64Array, { b: [b0, b1, b2], a: [a0, a1] }: Biquad): Float64Array {
  const output = new Float64Array(samples.length);
  // Variables that a closure changes would be a number object each time.
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const x = samples[at]!;
    const y = b0 * x + b1 * x1 + b2 * x2 - a0 * y1 - a1 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    output[at] = y;
  }
  return output;
}
