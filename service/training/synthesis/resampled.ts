import { Resampler } from "../../engine/audio/resampler.ts";
import { joinSamples } from "../../engine/synthesis/samples.ts";

/** Returns a whole recording at another rate. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  const resampler = new Resampler(from, to);
  return joinSamples([resampler.push(samples), resampler.end()]);
}
