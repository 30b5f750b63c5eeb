/** Tracks the pitch of recorded speech by autocorrelation. */

const WINDOW_SECONDS = 0.04;
const STEP_SECONDS = 0.02;
const [LOWEST_HZ, HIGHEST_HZ] = [60, 480];
const MIN_LIKENESS = 0.7;
/** The shortest period with at least this part of the best score wins; otherwise a multiple of it would win at times. */
const NEARLY = 0.92;
/** A window with less than this part of the power of loud windows is a pause. */
const PAUSE = 1e-3;
const LOUD_PERCENTILE = 0.9;
const SILENCE_POWER = 1e-8;
/** A pitch farther from the median than this is taken for an error: 10 semitones, in nepers. */
const FURTHEST = 0.58;
const OUTER_TENTH = 0.1;

/** The pitch of a recording. */
export interface PitchTrack {
  /** F0 in Hz of each voiced window, in order. */
  readonly pitchesHz: readonly number[];
  /** Number of windows that are not pauses; a window begins every 20 ms. */
  readonly sounding: number;
}

/** The melody of a speaker. */
export interface Melody {
  /** Median of the pitches. */
  readonly pitchHz: number;
  /** Half of the distance between the 10th and the 90th percentile of the pitches: the natural logarithm of a ratio. */
  readonly range: number;
  readonly voicedSeconds: number;
}

/** Tracks the pitch of mono samples; a sample rate of 8,000 Hz is enough, and fast. */
export function trackPitch(samples: Float32Array, sampleRate: number): PitchTrack {
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  const step = Math.round(STEP_SECONDS * sampleRate);
  const longest = Math.floor(sampleRate / LOWEST_HZ);
  const starts: number[] = [];
  for (let at = 0; at + window + longest < samples.length; at += step) starts.push(at);
  const powers = starts.map((start) => power(samples, start, window));
  const loud = powers.toSorted((left, right) => left - right);
  const pause = Math.max(
    SILENCE_POWER,
    PAUSE * (loud[Math.floor(LOUD_PERCENTILE * loud.length)] ?? 0),
  );
  const sounding = starts.filter((_, at) => powers[at]! > pause);
  const pitchesHz = sounding
    .map((start) => windowPitch(samples, start, window, sampleRate))
    .filter((pitch) => pitch !== undefined);
  return { pitchesHz, sounding: sounding.length };
}

/** Returns the melody of a track; undefined where nothing is voiced. */
export function melodyOf({ pitchesHz }: PitchTrack): Melody | undefined {
  const all = pitchesHz.map(Math.log).toSorted((left, right) => left - right);
  const middle = all[Math.floor(all.length / 2)];
  if (middle === undefined) return undefined;
  const near = all.filter((pitch) => Math.abs(pitch - middle) < FURTHEST);
  const at = (part: number) => near[Math.floor(part * (near.length - 1))] ?? middle;
  return {
    pitchHz: Math.exp(middle),
    range: (at(1 - OUTER_TENTH) - at(OUTER_TENTH)) / 2,
    voicedSeconds: near.length * STEP_SECONDS,
  };
}

/** Returns the share of the sounding windows that is voiced, 0 to 1. */
export function voicedShare({ pitchesHz, sounding }: PitchTrack): number {
  return pitchesHz.length / Math.max(1, sounding);
}

function windowPitch(
  samples: Float32Array,
  start: number,
  window: number,
  sampleRate: number,
): number | undefined {
  const shortest = Math.floor(sampleRate / HIGHEST_HZ);
  const scores: number[] = [];
  for (let lag = shortest; lag < sampleRate / LOWEST_HZ; lag += 1) {
    scores.push(likeness(samples, start, window, lag));
  }
  const best = Math.max(...scores);
  if (best < MIN_LIKENESS) return undefined;
  const first = scores.findIndex(
    (score, at) => score > NEARLY * best && score >= (scores[at + 1] ?? 0),
  );
  return sampleRate / (shortest + first + peakShift(scores, first));
}

/** Returns the offset from `at`, -0.5 to 0.5, of the peak of the parabola through this score and its neighbours. */
function peakShift(scores: readonly number[], at: number): number {
  const [before, here, after] = [scores[at - 1], scores[at], scores[at + 1]];
  if (before === undefined || here === undefined || after === undefined) return 0;
  const bend = before - 2 * here + after;
  return bend < 0 ? Math.min(0.5, Math.max(-0.5, (before - after) / 2 / bend)) : 0;
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
  return product / Math.sqrt(here * there + 1e-20);
}

function power(samples: Float32Array, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 1) sum += samples[at]! ** 2;
  return sum / length;
}
