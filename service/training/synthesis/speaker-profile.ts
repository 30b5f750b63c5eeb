/**
 * What tells speakers apart, measured on what they say: the long-term mel cepstrum and the middle pitch.
 *
 * It shares nothing with the speaker encoder, which it is there to judge.
 */

import { melodyOf, trackPitch } from "../../engine/synthesis/pitch-track.ts";
import { LogMelExtractor, LogMelStream } from "../../engine/transcription/log-mel-stream.ts";
import { resampled } from "./resampled.ts";

/** Numbers of one speaker; what they are worth shows among several. */
export type SpeakerProfile = readonly number[];

const RATE_HZ = 16_000;
const PITCH_RATE_HZ = 8_000;
const CEPSTRUM = 12;
/** Frames this far, in nepers of power, below loud ones are pauses. */
const PAUSE = 7;
const LOUD_PERCENTILE = 0.9;
const EXTRACTOR = new LogMelExtractor(
  {
    bands: 40,
    hop: 160,
    window: 400,
    fft_size: 512,
    lowest_hz: 100,
    highest_hz: 7_000,
    floor: 1e-9,
    mean: 0,
    deviation: 1,
  },
  RATE_HZ,
);

/** Returns the profile of whoever speaks in mono samples. */
export function speakerProfile(samples: Float32Array, sampleRate: number): SpeakerProfile {
  const spectrum = meanSpectrum(resampled(samples, sampleRate, RATE_HZ));
  const track = trackPitch(resampled(samples, sampleRate, PITCH_RATE_HZ), PITCH_RATE_HZ);
  return [...cepstrum(spectrum), Math.log(melodyOf(track)?.pitchHz ?? 1)];
}

/** Returns a distance between profiles in which every number counts by how much it varies over `speakers`. */
export function profileDistance(
  speakers: readonly SpeakerProfile[],
): (one: SpeakerProfile, other: SpeakerProfile) => number {
  const deviations = (speakers[0] ?? []).map((_, at) =>
    deviation(speakers.map((speaker) => speaker[at]!)),
  );
  return (one, other) =>
    Math.hypot(...one.map((value, at) => (value - other[at]!) / deviations[at]!));
}

/** Returns the mean log power of each band where something is said. */
function meanSpectrum(samples: Float32Array): number[] {
  const stream = new LogMelStream(EXTRACTOR);
  stream.accept(samples);
  stream.end();
  const { bands } = EXTRACTOR.parameters;
  const count = stream.total;
  const features = new Float32Array(count * bands);
  stream.take(count, features, 0);
  const frames = Array.from({ length: count }, (_, at) =>
    features.subarray(at * bands, (at + 1) * bands),
  );
  const levels = frames.map((frame) => Math.max(...frame));
  const loud = levels.toSorted((left, right) => left - right)[Math.floor(LOUD_PERCENTILE * count)]!;
  const spoken = frames.filter((_, at) => levels[at]! > loud - PAUSE);
  return Array.from(
    { length: bands },
    (_, band) => spoken.reduce((sum, frame) => sum + frame[band]!, 0) / spoken.length,
  );
}

/** Returns coefficients 1 to CEPSTRUM: not the level. */
function cepstrum(spectrum: readonly number[]): number[] {
  return Array.from({ length: CEPSTRUM }, (_, at) =>
    spectrum.reduce(
      (sum, level, band) =>
        sum + level * Math.cos((Math.PI * (at + 1) * (band + 0.5)) / spectrum.length),
      0,
    ),
  );
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
