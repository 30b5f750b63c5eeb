import { describe, expect, test } from "vitest";
import { audioFault, measureAudio } from "./audio-quality.ts";

const RATE = 1_000;

/** Samples of alternating sign, whose level is that of their amplitude; by default a second of them. */
const tone = (amplitude: number, length = RATE): Float32Array =>
  Float32Array.from({ length }, (_, index) => (index % 2 === 0 ? amplitude : -amplitude));

const joined = (...parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));

const faultOf = (samples: Float32Array, characters: number, expectedHz = RATE) =>
  audioFault({ samples, sampleRateHz: RATE }, "x".repeat(characters), expectedHz);

/** A level as an amplitude. */
const amplitude = (dbfs: number): number => 10 ** (dbfs / 20);

describe("speech without a fault", () => {
  test.each([
    ["has at least 4 characters a second", tone(0.1), 4],
    ["has at most 35 characters a second", tone(0.1), 35],
    ["is louder than -45 dBFS", tone(amplitude(-44.9)), 10],
    ["has a thousandth of its samples at full scale", joined(tone(1, 1), tone(0.1, 999)), 10],
    ["is silent inside for a second", joined(tone(0.1, 20), tone(0, 1_000), tone(0.1, 980)), 20],
    ["is silent before and after", joined(tone(0, 1_500), tone(0.1, 20), tone(0, 1_500)), 20],
  ])("%s", (_name, samples, characters) => {
    expect(faultOf(samples, characters)).toBeNull();
  });
});

test.each([
  ["wrong_sample_rate", "1000 Hz instead of 24000 Hz", tone(0), 1, 24_000],
  ["implausible_duration", "1.00 s for 3 characters", tone(0.1), 3, RATE],
  ["implausible_duration", "1.00 s for 36 characters", tone(0.1), 36, RATE],
  ["silent_audio", "level -45.1 dBFS", tone(amplitude(-45.1)), 10, RATE],
  ["silent_audio", "level -Infinity dBFS", tone(0), 10, RATE],
  [
    "clipped_audio",
    "0.20 % of the samples at full scale",
    joined(tone(0.999_5, 2), tone(0.1, 998)),
    10,
    RATE,
  ],
  [
    "gap_in_audio",
    "silent for 1.02 s inside",
    joined(tone(0.1, 20), tone(0, 1_020), tone(0.1, 960)),
    20,
    RATE,
  ],
])("a fault is %s: %s", (reason, message, samples, characters, expectedHz) => {
  expect(faultOf(samples, characters, expectedHz)).toEqual({ reason, message });
});

test("a gap is what is quieter than -55 dBFS", () => {
  const around = (dbfs: number) => joined(tone(0.1, 20), tone(amplitude(dbfs), 200), tone(0.1, 20));
  expect(measureAudio(around(-55.1), RATE).longestGapSeconds).toBeCloseTo(0.2);
  expect(measureAudio(around(-54.9), RATE).longestGapSeconds).toBe(0);
});

test("measures are of the longest gap, and of samples at full scale of either sign", () => {
  const gaps = [60, 100, 40].flatMap((length) => [tone(0.1, 20), tone(0, length)]);
  const samples = joined(...gaps, Float32Array.of(1, -1, 0.998), tone(0.1, 37));
  const { durationSeconds, clippedRatio, longestGapSeconds } = measureAudio(samples, RATE);
  expect(durationSeconds).toBe(0.3);
  expect(clippedRatio).toBeCloseTo(2 / 300);
  expect(longestGapSeconds).toBeCloseTo(0.1);
  expect(measureAudio(new Float32Array(), RATE)).toMatchObject({
    durationSeconds: 0,
    levelDbfs: -Infinity,
    clippedRatio: 0,
  });
});
