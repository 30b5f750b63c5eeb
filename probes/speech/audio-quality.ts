import type { Reason } from "#monitor/domain/reason.ts";
import type { WavAudio } from "./wav.ts";

const CLIPPED_AMPLITUDE = 0.999;
const WINDOW_SECONDS = 0.02;
const QUIET_DBFS = -55;

const MIN_LEVEL_DBFS = -45;
const MAX_CLIPPED_RATIO = 0.001;
const MAX_GAP_SECONDS = 1;
const MIN_CHARACTERS_PER_SECOND = 4;
const MAX_CHARACTERS_PER_SECOND = 35;

/** Returns the first audible fault of speech for a text, without transcribing it; null if there is none. */
export function audioFault(
  { samples, sampleRateHz }: WavAudio,
  text: string,
  expectedSampleRateHz: number,
): { readonly reason: Reason; readonly message: string } | null {
  const quality = measureAudio(samples, sampleRateHz);
  const { durationSeconds, levelDbfs, clippedRatio, longestGapSeconds } = quality;
  const charactersPerSecond = text.length / durationSeconds;
  if (sampleRateHz !== expectedSampleRateHz) {
    const message = `${sampleRateHz} Hz instead of ${expectedSampleRateHz} Hz`;
    return { reason: "wrong_sample_rate", message };
  }
  if (
    charactersPerSecond < MIN_CHARACTERS_PER_SECOND ||
    charactersPerSecond > MAX_CHARACTERS_PER_SECOND
  ) {
    const message = `${durationSeconds.toFixed(2)} s for ${text.length} characters`;
    return { reason: "implausible_duration", message };
  }
  if (levelDbfs < MIN_LEVEL_DBFS) {
    return { reason: "silent_audio", message: `level ${levelDbfs.toFixed(1)} dBFS` };
  }
  if (clippedRatio > MAX_CLIPPED_RATIO) {
    const message = `${(100 * clippedRatio).toFixed(2)} % of the samples at full scale`;
    return { reason: "clipped_audio", message };
  }
  if (longestGapSeconds > MAX_GAP_SECONDS) {
    const message = `silent for ${longestGapSeconds.toFixed(2)} s inside`;
    return { reason: "gap_in_audio", message };
  }
  return null;
}

/** Measures level, clipping and gaps of mono samples between -1 and 1. */
export function measureAudio(samples: Float32Array, sampleRateHz: number) {
  return {
    durationSeconds: samples.length / sampleRateHz,
    /** Root mean square of all samples over full scale, in decibels; -Infinity for digital silence. */
    levelDbfs: levelDbfs(samples),
    /** Share of samples at full scale. */
    clippedRatio: clippedCount(samples) / Math.max(1, samples.length),
    /** The longest silence between the first and the last sound. */
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
