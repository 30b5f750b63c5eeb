/** What can be told of a recording without understanding it. */
export interface AudioQuality {
  readonly durationSeconds: number;
  /** Root mean square of all samples over full scale, in decibels; -Infinity for digital silence. */
  readonly levelDbfs: number;
  /** Share of samples at full scale. */
  readonly clippedRatio: number;
  /** The longest quiet stretch between the first and the last sound. */
  readonly longestGapSeconds: number;
}

const CLIPPED_AMPLITUDE = 0.999;
const WINDOW_SECONDS = 0.02;
const QUIET_DBFS = -55;

/** Measures level, clipping and gaps of mono samples between -1 and 1. */
export function measureAudio(samples: Float32Array, sampleRateHz: number): AudioQuality {
  return {
    durationSeconds: samples.length / sampleRateHz,
    levelDbfs: levelDbfs(samples),
    clippedRatio: clippedCount(samples) / Math.max(1, samples.length),
    longestGapSeconds: longestGapSeconds(samples, sampleRateHz),
  };
}

function levelDbfs(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return 10 * Math.log10(power / Math.max(1, samples.length));
}

function clippedCount(samples: Float32Array): number {
  let count = 0;
  for (const sample of samples) if (Math.abs(sample) >= CLIPPED_AMPLITUDE) count += 1;
  return count;
}

function longestGapSeconds(samples: Float32Array, sampleRateHz: number): number {
  const windowLength = Math.round(WINDOW_SECONDS * sampleRateHz);
  let longest = 0;
  let quiet = 0;
  let begun = false;
  for (let start = 0; start + windowLength <= samples.length; start += windowLength) {
    if (levelDbfs(samples.subarray(start, start + windowLength)) < QUIET_DBFS) {
      quiet += 1;
      continue;
    }
    if (begun) longest = Math.max(longest, quiet);
    begun = true;
    quiet = 0;
  }
  return longest * WINDOW_SECONDS;
}
