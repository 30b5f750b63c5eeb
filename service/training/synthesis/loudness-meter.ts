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
  const weighted = filtered(filtered(Float64Array.from(samples), shelf), pass);
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

function filtered(samples: Float64Array, { b, a }: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
