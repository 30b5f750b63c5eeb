import { melodyOf, trackPitch } from "#service/engine/synthesis/pitch-track.ts";
import { resampled } from "#service/engine/audio/resampler.ts";

const RATE_HZ = 8_000;

/** Returns the middle pitch, in Hz, of what is voiced in a recording; 0 without any. */
export function medianPitch(samples: Float32Array, sampleRate: number): number {
  const track = trackPitch(resampled(samples, sampleRate, RATE_HZ), RATE_HZ);
  return melodyOf(track)?.pitchHz ?? 0;
}
