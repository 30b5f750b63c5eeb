import { LogMelExtractor, LogMelStream } from "#service/engine/signal/log-mel-stream.ts";
import { melOf } from "#service/engine/signal/mel-bands.ts";
import { resampled } from "#service/engine/audio/resampler.ts";

const RATE_HZ = 16_000;
const [LOWEST_HZ, HIGHEST_HZ] = [100, 7_000];
const BANDS = 40;
/** Frames this far, in nepers of power, below loud ones are pauses. */
const PAUSE = 7;
const LOUD_PERCENTILE = 0.9;
const EXTRACTOR = new LogMelExtractor(
  {
    bands: BANDS,
    hop: 160,
    window: 400,
    fft_size: 512,
    lowest_hz: LOWEST_HZ,
    highest_hz: HIGHEST_HZ,
    floor: 1e-9,
    mean: 0,
    deviation: 1,
  },
  RATE_HZ,
);

/** The mean log power of each mel band, lowest first, over all of a recording where something is said. */
export function longTermSpectrum(samples: Float32Array, sampleRate: number): number[] {
  const stream = new LogMelStream(EXTRACTOR);
  stream.accept(resampled(samples, sampleRate, RATE_HZ));
  stream.end();
  const count = stream.total;
  const features = new Float32Array(count * BANDS);
  stream.take(count, features, 0);
  const frames = Array.from({ length: count }, (_, at) =>
    features.subarray(at * BANDS, (at + 1) * BANDS),
  );
  const levels = frames.map((frame) => Math.max(...frame));
  const loud = levels.toSorted((left, right) => left - right)[Math.floor(LOUD_PERCENTILE * count)]!;
  const spoken = frames.filter((_, at) => levels[at]! > loud - PAUSE);
  return Array.from(
    { length: BANDS },
    (_, band) => spoken.reduce((sum, frame) => sum + frame[band]!, 0) / spoken.length,
  );
}

/** Returns the log power of a long-term spectrum at a frequency, between bands by a straight line. */
export function levelAt(spectrum: readonly number[], hz: number): number {
  const [low, high] = [melOf(LOWEST_HZ), melOf(HIGHEST_HZ)];
  const place = ((melOf(hz) - low) / (high - low)) * (BANDS + 1) - 1;
  const band = Math.min(BANDS - 2, Math.max(0, Math.floor(place)));
  const part = Math.min(1, Math.max(0, place - band));
  return spectrum[band]! + (spectrum[band + 1]! - spectrum[band]!) * part;
}
