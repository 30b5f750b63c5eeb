/** What tells speakers apart, and shares nothing with the speaker encoder: the long-term mel cepstrum and the pitch. */

import { longTermSpectrum } from "./long-term-spectrum.ts";
import { medianPitch } from "./pitch-meter.ts";

/** Numbers of one speaker; what they are worth shows among several. */
export type SpeakerProfile = readonly number[];

const CEPSTRUM = 12;

/** Returns the profile of whoever speaks in mono samples. */
export function speakerProfile(samples: Float32Array, sampleRate: number): SpeakerProfile {
  const logPitch = Math.log(Math.max(1, medianPitch(samples, sampleRate)));
  return [...cepstrum(longTermSpectrum(samples, sampleRate)), logPitch];
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
