import { describe, expect, it } from "vitest";

import { BANDS, FRAME_VALUES, LOG_PITCH, PERIODICITY } from "./spectrum.ts";
import { Vocoder } from "./vocoder.ts";

const SECONDS = 1;
const FRAMES = 200 * SECONDS;

/** Frames that stay the same: every band at `logPower`, one pitch, wholly voice or wholly noise. */
function steadyFrames(logPower: number, pitchHz: number, periodicity: number): Float32Array {
  const frames = new Float32Array(FRAMES * FRAME_VALUES);
  for (let at = 0; at < frames.length; at += FRAME_VALUES) {
    frames.fill(logPower, at, at + BANDS);
    frames[at + LOG_PITCH] = Math.log(pitchHz);
    frames.fill(periodicity, at + PERIODICITY, at + FRAME_VALUES);
  }
  return frames;
}

function power(samples: Float32Array): number {
  const middle = samples.subarray(samples.length * 0.2, samples.length * 0.8);
  return middle.reduce((sum, value) => sum + value * value, 0) / middle.length;
}

/** The strength of one frequency, by correlation with it. */
function strength(samples: Float32Array, hz: number, rate: number): number {
  let [real, imaginary] = [0, 0];
  for (const [at, value] of samples.entries()) {
    real += value * Math.cos((2 * Math.PI * hz * at) / rate);
    imaginary += value * Math.sin((2 * Math.PI * hz * at) / rate);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

function speak(rate: number, frames: Float32Array, framesAtATime = FRAMES): Float32Array {
  const vocoder = new Vocoder(rate);
  const pieces: number[] = [];
  for (let at = 0; at < frames.length; at += framesAtATime * FRAME_VALUES) {
    pieces.push(...vocoder.accept(frames.subarray(at, at + framesAtATime * FRAME_VALUES)));
  }
  return Float32Array.from([...pieces, ...vocoder.end()]);
}

describe.each([24_000, 48_000])("the vocoder at %i Hz", (rate) => {
  it("makes a voice of the pitch asked for and nothing between its harmonics", () => {
    const samples = speak(rate, steadyFrames(-8, 160, 1)).subarray(0.2 * rate, 0.8 * rate);
    const [harmonic, between] = [strength(samples, 480, rate), strength(samples, 400, rate)];
    expect(between).toBeLessThan(harmonic / 100);
    expect(harmonic).toBeCloseTo(2 * Math.exp(-4) * Math.sqrt(160 / 24_000), 3);
  });

  it("makes noise of the power asked for", () => {
    const known = 10_200 / 12_000;
    const wanted = Math.exp(-8) * known;
    const made = power(speak(24_000, steadyFrames(-8, 160, 0)));
    expect(made).toBeGreaterThan(wanted * 0.9);
    expect(made).toBeLessThan(wanted * 1.35);
  });

  it("makes the same sound whatever the chunks", () => {
    const frames = steadyFrames(-8, 133, 0.6);
    expect(speak(rate, frames, 7)).toEqual(speak(rate, frames));
  });

  it("makes as many samples as the frames last, and a tail", () => {
    const samples = speak(rate, steadyFrames(-8, 100, 1));
    expect(samples.length / rate).toBeGreaterThanOrEqual(SECONDS);
    expect(samples.length / rate).toBeLessThan(SECONDS + 0.06);
  });
});

it("is silent without frames", () => {
  expect(new Vocoder(24_000).end()).toHaveLength(0);
});
