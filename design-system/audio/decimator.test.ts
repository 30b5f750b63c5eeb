import { describe, expect, test } from "vitest";
import { decimationOf, Decimator } from "./decimator.ts";

describe("decimationOf", () => {
  test.each([
    [16_000, 16_000, 1],
    [48_000, 16_000, 3],
    [44_100, 16_000, 2],
    [96_000, 16_000, 6],
    [176_400, 16_000, 10],
    [8000, 16_000, 1],
    [48_000, 44_100, 1],
  ])("%i Hz to at least %i Hz: by %i", (rate, least, factor) => {
    expect(decimationOf(rate, least)).toBe(factor);
  });
});

const tone = (hertz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

const decibels = (samples: Float32Array) => 20 * Math.log10(rms(samples) * Math.SQRT2);

describe.each([2, 3, 6])("divided by %i", (factor) => {
  const rate = 16_000 * factor;
  const through = (hertz: number) =>
    new Decimator(factor).push(tone(hertz, rate, rate)).subarray(100);

  test.each([100, 1000, 4000, 6400])("%i Hz passes", (hertz) => {
    expect(Math.abs(decibels(through(hertz)))).toBeLessThan(0.1);
  });

  test.each([9000, 10_000, 15_000])("%i Hz does not fold back", (hertz) => {
    expect(decibels(through(hertz))).toBeLessThan(-70);
  });

  test("pieces of any length make the same samples", () => {
    const samples = tone(440, rate, 3001);
    const whole = new Decimator(factor).push(samples);
    const decimator = new Decimator(factor);
    const pieces: number[] = [];
    for (let at = 0, length = 1; at < samples.length; at += length, length = (length % 128) + 7) {
      pieces.push(...decimator.push(samples.subarray(at, at + length)));
    }
    expect(pieces).toEqual([...whole]);
    expect(whole).toHaveLength(Math.ceil(samples.length / factor));
  });
});
