import { describe, expect, it } from "vitest";
import { Resampler } from "./resampler.ts";

function tone(hertz: number, rate: number, count: number): Float32Array {
  return Float32Array.from(
    { length: count },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
}

function resampled(
  samples: Float32Array,
  from: number,
  to: number,
  pieceLength: number,
): Float32Array {
  const resampler = new Resampler(from, to);
  const pieces: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += pieceLength) {
    pieces.push(resampler.push(samples.subarray(at, at + pieceLength)));
  }
  pieces.push(resampler.end());
  return Float32Array.from(pieces.flatMap((piece) => [...piece]));
}

function decibels(samples: Float32Array): number {
  return (
    10 *
    Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length + 1e-20)
  );
}

/** What lies between the first and the last `margin` samples, where the edges of the audio cannot be heard. */
function middle(samples: Float32Array, margin: number): Float32Array {
  return samples.subarray(margin, samples.length - margin);
}

describe("Resampler", () => {
  it.each([
    [44_100, 16_000],
    [48_000, 16_000],
    [8000, 16_000],
    [22_050, 16_000],
    [192_000, 8000],
    [24_000, 48_000],
    [44_099, 16_000],
  ])("keeps a tone in place and level from %i to %i Hz", (from, to) => {
    const seconds = 0.5;
    const heard = resampled(tone(1000, from, from * seconds), from, to, 1000);
    const wanted = tone(1000, to, Math.ceil(to * seconds));
    expect(heard.length).toBe(wanted.length);
    const difference = heard.map((sample, at) => sample - wanted[at]!);
    expect(decibels(middle(difference, 400))).toBeLessThan(-90);
  });

  it("lets no tone above the new half rate through", () => {
    const heard = resampled(tone(11_000, 48_000, 24_000), 48_000, 16_000, 4800);
    expect(decibels(middle(heard, 400))).toBeLessThan(-100);
  });

  it("gives the same samples however the audio is cut", () => {
    const audio = tone(440, 44_100, 10_000);
    const whole = resampled(audio, 44_100, 16_000, audio.length);
    for (const pieceLength of [1, 37, 4096]) {
      expect(resampled(audio, 44_100, 16_000, pieceLength)).toEqual(whole);
    }
  });

  it("hands audio through where nothing changes", () => {
    const audio = tone(440, 16_000, 100);
    expect(resampled(audio, 16_000, 16_000, 30)).toEqual(audio);
  });

  it("makes nothing of nothing", () => {
    expect(resampled(new Float32Array(0), 48_000, 16_000, 10).length).toBe(0);
  });
});
