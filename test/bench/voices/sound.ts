import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { resampled } from "#service/engine/audio/resampler.ts";
import { LogMelExtractor, LogMelStream } from "#service/engine/signal/log-mel-stream.ts";
import { hertzOf, melOf } from "#service/engine/signal/mel-bands.ts";
import { trackPitch } from "#service/engine/synthesis/pitch-track.ts";
import { median } from "../../kit/table.ts";
import type { SpokenVoice } from "./speaking.ts";

const PITCH_RATE_HZ = 8_000;
const RATE_HZ = 22_050;
const [LOW_HZ, HIGH_HZ] = [50, 11_000];
const SPLIT_HZ = 5_000;
const BANDS = 80;
const OUTER = 0.05;
const EXTRACTOR = new LogMelExtractor(
  {
    bands: BANDS,
    hop: 220,
    window: 1024,
    fft_size: 1024,
    lowest_hz: LOW_HZ,
    highest_hz: HIGH_HZ,
    floor: 1e-12,
    mean: 0,
    deviation: 1,
  },
  RATE_HZ,
);

/**
 * Measures the melody of a voice, from the 5th to the 95th percentile of its pitch within each sentence, and the power above
 * 5 kHz relative to all.
 */
export function soundOf({ spoken, sampleRate }: SpokenVoice): {
  rangeSemitones: number;
  highDb: number;
} {
  const ranges = spoken.flatMap((samples) => {
    const { pitchesHz } = trackPitch(resampled(samples, sampleRate, PITCH_RATE_HZ), PITCH_RATE_HZ);
    const sorted = pitchesHz.toSorted((left, right) => left - right);
    const [low, high] = [OUTER, 1 - OUTER].map(
      (part) => sorted[Math.floor(part * (sorted.length - 1))],
    );
    return low === undefined || high === undefined
      ? []
      : [SEMITONES_PER_OCTAVE * Math.log2(high / low)];
  });
  return {
    rangeSemitones: median(ranges),
    highDb: highShare(resampled(joinSamples(spoken), sampleRate, RATE_HZ)),
  };
}

function highShare(samples: Float32Array): number {
  const stream = new LogMelStream(EXTRACTOR);
  stream.accept(samples);
  stream.end();
  const features = new Float32Array(stream.total * BANDS);
  stream.take(stream.total, features, 0);
  let [all, high] = [0, 0];
  const step = (melOf(HIGH_HZ) - melOf(LOW_HZ)) / (BANDS + 1);
  const isHigh = Array.from(
    { length: BANDS },
    (_, band) => hertzOf(melOf(LOW_HZ) + step * (band + 1)) > SPLIT_HZ,
  );
  for (const [at, value] of features.entries()) {
    const power = Math.exp(value);
    all += power;
    if (isHigh[at % BANDS]) high += power;
  }
  return 10 * Math.log10(high / all);
}
