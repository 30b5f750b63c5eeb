/** What happens to recordings on their way: the conditions that cloning is measured in. */

import { gaussianNoise } from "#service/engine/synthesis/noise.ts";
import { resampled } from "#service/engine/audio/resampler.ts";

const NOISE_DB = 20;
const TELEPHONE_RATE_HZ = 8_000;
/** A telephone passes nothing below this; above, its rate ends it. */
const TELEPHONE_FROM_HZ = 300;

/** Returns a recording with white noise 20 dB below it. */
export function inNoise(samples: Float32Array): Float32Array {
  const normal = gaussianNoise();
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const level = Math.sqrt(power) * 10 ** (-NOISE_DB / 20);
  return samples.map((value) => value + level * normal());
}

/** Returns a recording as a telephone sends it: 300 to 3,900 Hz. */
export function byTelephone(samples: Float32Array, sampleRate: number): Float32Array {
  const narrow = resampled(samples, sampleRate, TELEPHONE_RATE_HZ);
  return resampled(twiceHighPassed(narrow), TELEPHONE_RATE_HZ, sampleRate);
}

function twiceHighPassed(samples: Float32Array): Float32Array {
  return highPassed(highPassed(samples));
}

/** A second-order Butterworth high pass. */
function highPassed(samples: Float32Array): Float32Array {
  const k = Math.tan((Math.PI * TELEPHONE_FROM_HZ) / TELEPHONE_RATE_HZ);
  const a0 = 1 + Math.SQRT2 * k + k * k;
  const [a1, a2] = [(2 * (k * k - 1)) / a0, (1 - Math.SQRT2 * k + k * k) / a0];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = (x - 2 * x1 + x2) / a0 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
