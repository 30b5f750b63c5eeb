import { describe, expect, test } from "vitest";
import { Resampler } from "./resampler.ts";

const tone = (hertz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

const decibels = (samples: Float32Array) => 20 * Math.log10(rms(samples) * Math.SQRT2);

describe.each([32_000, 44_100, 48_000, 96_000])("from %i to 16,000 Hz", (rate) => {
  const through = (hertz: number) =>
    new Resampler(rate, 16_000).push(tone(hertz, rate, rate)).subarray(100);

  test.each([100, 1000, 4000, 6400])("%i Hz passes", (hertz) => {
    expect(Math.abs(decibels(through(hertz)))).toBeLessThan(0.1);
  });

  test.each([9000, 10_000, 15_000])("%i Hz does not fold back", (hertz) => {
    expect(decibels(through(hertz))).toBeLessThan(-70);
  });

  test("a tone is the same tone, half a kernel later", () => {
    const ratio = rate / 16_000;
    const late = (Math.ceil(24 * ratio) + 1) / ratio;
    const made = new Resampler(rate, 16_000).push(tone(440, rate, rate));
    expect(made).toHaveLength(16_000);
    const differences = made
      .map((sample, at) => sample - Math.sin((2 * Math.PI * 440 * (at - late)) / 16_000))
      .subarray(100);
    expect(rms(differences)).toBeLessThan(0.001);
  });

  test("pieces of any length make the same samples", () => {
    const samples = tone(440, rate, 3001);
    const whole = new Resampler(rate, 16_000).push(samples);
    const resampler = new Resampler(rate, 16_000);
    const pieces: number[] = [];
    for (let at = 0, length = 1; at < samples.length; at += length, length = (length % 128) + 7) {
      pieces.push(...resampler.push(samples.subarray(at, at + length)));
    }
    expect(pieces).toEqual([...whole]);
    expect(whole).toHaveLength(Math.ceil((samples.length * 16_000) / rate));
  });
});

test.each([8000, 16_000])("%i Hz stay what they are", (rate) => {
  const samples = tone(440, rate, 100);
  expect(new Resampler(rate, 16_000).push(samples)).toBe(samples);
});
