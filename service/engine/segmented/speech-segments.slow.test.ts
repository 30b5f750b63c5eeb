import { describe, expect, test } from "vitest";
import { casesOf, shortTest } from "../../../test/support/lengths.ts";
import { samplesIn, silence, voice } from "../../../test/support/service/voice-sounds.ts";
import { SpeechSegments, type SpeechSegment } from "./speech-segments.ts";

const RATE = 16_000;
const seconds = samplesIn;
const noise = (count: number) => {
  let seed = 5;
  return Float32Array.from({ length: seconds(count) }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.05 * (seed / 2 ** 31 - 1);
  });
};

/** A mains hum with some of its harmonics. */
const humOf = (hertz: number, count: number, amplitude = 0.05) =>
  Float32Array.from({ length: seconds(count) }, (_, at) =>
    [1, 2, 3, 5].reduce(
      (sum, of) => sum + (amplitude / of) * Math.sin((2 * Math.PI * of * hertz * at) / RATE),
      0,
    ),
  );
const over = (one: Float32Array, other: Float32Array) => one.map((value, at) => value + other[at]!);

function segmentsOf(parts: readonly Float32Array[], pieceSamples = seconds(1)): SpeechSegment[] {
  const segments = new SpeechSegments(RATE, 10);
  const found: SpeechSegment[] = [];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += pieceSamples) {
      segments.accept(part.subarray(at, at + pieceSamples));
      found.push(...segments.takeClosed());
    }
  }
  segments.end();
  return [...found, ...segments.takeClosed()];
}

const inSeconds = (segments: readonly SpeechSegment[]) =>
  segments.map(({ start, samples }) => [start, start + samples.length / RATE] as const);

describe("SpeechSegments", () => {
  shortTest("finds speech between pauses, with what is around it", () => {
    const found = inSeconds(segmentsOf([silence(2), voice(1.5), silence(2), voice(1), silence(2)]));
    expect(found).toHaveLength(2);
    const [[first, firstEnd], [second, secondEnd]] = found as [[number, number], [number, number]];
    expect(first).toBeCloseTo(1.65, 1);
    expect(firstEnd).toBeCloseTo(3.9, 1);
    expect(second).toBeCloseTo(5.15, 1);
    expect(secondEnd).toBeCloseTo(6.9, 1);
  });

  shortTest("finds none in silence and in noise", () => {
    expect(segmentsOf([silence(3), noise(5)])).toEqual([]);
  });

  test.each(casesOf([50], [60, 100, 120]))("finds none in a mains hum of %i Hz", (hertz) => {
    const hum = humOf(hertz, 35);
    expect(segmentsOf([hum])).toEqual([]);
    const part = hum.subarray(0, seconds(5));
    expect(segmentsOf([silence(2), part, silence(2)])).toEqual([]);
    expect(segmentsOf([noise(2).map((value) => value / 5), part])).toEqual([]);
  });

  shortTest.each([50, 100])(
    "ends where a hum of %i Hz goes on, and finds speech over it",
    (hertz) => {
      const spoken = [silence(1), voice(1.5), silence(3), voice(1.5), silence(3)];
      const hum = humOf(hertz, 10, 0.005);
      const all = Float32Array.from(spoken.flatMap((part) => [...part]));
      const found = inSeconds(segmentsOf([over(all, hum)]));
      expect(found).toHaveLength(2);
      for (const [at, [start, end]] of found.entries()) {
        const from = 1 + 4.5 * at;
        expect(start).toBeLessThanOrEqual(from);
        expect(end).toBeGreaterThanOrEqual(from + 1.5);
        expect(end).toBeLessThan(from + 1.5 + 1.5);
      }
    },
  );

  shortTest("finds the same whatever pieces the audio comes in", () => {
    const parts = [noise(1), voice(2), noise(1.5), voice(12, 8), silence(1)];
    const whole = segmentsOf(parts);
    expect(whole.length).toBeGreaterThan(2);
    for (const piece of [137, 320, 4_000]) expect(segmentsOf(parts, piece)).toEqual(whole);
  });

  shortTest("cuts long speech where it is quietest, and loses none of it", () => {
    const found = segmentsOf([voice(16, 8)]);
    const [first, second] = inSeconds(found);
    expect(first?.[1]).toBeCloseTo(8, 1);
    expect(second?.[0]).toBe(first?.[1]);
    const length = found.reduce((sum, { samples }) => sum + samples.length, 0);
    expect(length / RATE).toBeCloseTo(16, 1);
  });

  shortTest("says what is open, and before what nothing more begins", () => {
    const segments = new SpeechSegments(RATE, 10);
    segments.accept(silence(3));
    expect(segments.open).toBeUndefined();
    expect(segments.nextFrom).toBeGreaterThan(2);
    segments.accept(voice(1));
    expect(segments.open!.samples.length / RATE).toBeGreaterThan(1);
    expect(segments.nextFrom).toBe(segments.open!.start);
  });
});
