const WINDOW_SECONDS = 0.04;
const [LOWEST_HZ, HIGHEST_HZ] = [60, 450];
const LEAST_LIKENESS = 0.7;
/** The shortest period that is nearly the likeliest wins, or multiples of it would now and then. */
const NEARLY = 0.92;
const SILENCE_POWER = 1e-4;

/** Returns the middle of the pitches, in Hz, of all clearly voiced 40 ms windows, by autocorrelation; 0 without any. */
export function medianPitch(samples: Float32Array, sampleRate: number): number {
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  const pitches: number[] = [];
  for (let start = 0; start + 2 * window < samples.length; start += window) {
    const pitch = windowPitch(samples, start, window, sampleRate);
    if (pitch !== undefined) pitches.push(pitch);
  }
  return pitches.sort((left, right) => left - right)[Math.floor(pitches.length / 2)] ?? 0;
}

function windowPitch(
  samples: Float32Array,
  start: number,
  window: number,
  sampleRate: number,
): number | undefined {
  const shortest = Math.floor(sampleRate / HIGHEST_HZ);
  const lags = Array.from(
    { length: Math.floor(sampleRate / LOWEST_HZ) - shortest },
    (_, at) => at + shortest,
  );
  const scores = lags.map((lag) => likeness(samples, start, window, lag));
  const best = Math.max(...scores);
  const first = scores.findIndex(
    (score, at) => score > NEARLY * best && score >= (scores[at + 1] ?? 0),
  );
  const lag = lags[first];
  return best > LEAST_LIKENESS && lag !== undefined ? sampleRate / lag : undefined;
}

function likeness(samples: Float32Array, start: number, window: number, lag: number): number {
  let [product, here, there] = [0, 0, 0];
  for (let at = start; at < start + window; at += 1) {
    const first = samples[at]!;
    const second = samples[at + lag]!;
    product += first * second;
    here += first * first;
    there += second * second;
  }
  return here < SILENCE_POWER * window ? 0 : product / Math.sqrt(here * there + 1e-12);
}
