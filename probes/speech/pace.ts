import type { ObservationMeasures, ObservationPhases } from "#migrations/status/schema.ts";

/** Descriptions of the pace measures; the length of the audio is not exported as a gauge. */
export const PACE_MEASURES = { real_time_factor: "Seconds of work per second of audio, last run." };

/** Measures how long a service took for `audioSeconds` of audio, from the request to the end of its answer. */
export function measurePace(
  { first_byte = 0, transfer = 0 }: ObservationPhases,
  audioSeconds: number,
): ObservationMeasures {
  return {
    audio_seconds: audioSeconds,
    real_time_factor: (first_byte + transfer) / 1000 / audioSeconds,
  };
}
