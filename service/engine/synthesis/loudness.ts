/** Samples stay linear up to here; above, they are bent so that none reaches full scale. */
const LINEAR_BELOW = 0.7;
/** -1 dBFS. */
const CEILING = 0.891;

/** Applies a gain in place and bends the few peaks that would pass -1 dBFS; returns the same array. */
export function level(samples: Float32Array, gain: number): Float32Array {
  const room = CEILING - LINEAR_BELOW;
  for (let at = 0; at < samples.length; at += 1) {
    const value = samples[at]! * gain;
    const size = Math.abs(value);
    samples[at] =
      size <= LINEAR_BELOW
        ? value
        : Math.sign(value) * (LINEAR_BELOW + room * Math.tanh((size - LINEAR_BELOW) / room));
  }
  return samples;
}
