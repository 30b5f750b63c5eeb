/** Loudness of mono speech in LUFS, by ITU-R BS.1770-4: K-weighting, 400 ms blocks, both gates. */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number {
  const powers = blockPowers(kWeighted(samples, sampleRate), sampleRate);
  const loud = powers.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power + 1e-12);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function blockPowers(samples: Float64Array, sampleRate: number): number[] {
  const [length, step] = [0.4 * sampleRate, 0.1 * sampleRate];
  const powers: number[] = [];
  for (let start = 0; start + length <= samples.length; start += step) {
    let sum = 0;
    for (let at = start; at < start + length; at += 1) sum += samples[at]! ** 2;
    powers.push(sum / length);
  }
  return powers;
}

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

function kWeighted(samples: Float32Array, sampleRate: number): Float64Array {
  const shelf = highShelf(sampleRate, 1681.974450955533, 3.999843853973347, 0.7071752369554196);
  const pass = highPass(sampleRate, 38.13547087602444, 0.5003270373238773);
  return filtered(filtered(Float64Array.from(samples), shelf), pass);
}

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

function filtered(samples: Float64Array, { b, a }: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
