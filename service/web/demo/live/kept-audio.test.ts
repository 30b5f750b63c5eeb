import { expect, test } from "vitest";
import { KeptAudio } from "./kept-audio.ts";

const rate = 100;
const second = (amplitude: number): Float32Array => new Float32Array(rate).fill(amplitude);
const secondsIn = ({ pieces }: KeptAudio): number =>
  pieces.reduce((sum, { length }) => sum + length, 0) / 2 / rate;
const firstSample = ({ pieces }: KeptAudio): number | undefined => {
  const [piece] = pieces;
  return piece && new DataView(piece.buffer, piece.byteOffset).getInt16(0, true) / 32_768;
};

test("what is added is kept, and returned as it is sent", () => {
  const kept = new KeptAudio(rate, 0);
  expect(kept.add(second(0.5))).toHaveLength(2 * rate);
  kept.add(second(0.25));
  expect(secondsIn(kept)).toBe(2);
  expect(kept.startSeconds).toBe(0);
});

test("what has its final text is dropped to the sample, and no more than there is", () => {
  const kept = new KeptAudio(rate, 10);
  kept.add(second(0.5));
  kept.add(second(0.25));
  kept.dropUntil(10.5);
  expect([kept.startSeconds, secondsIn(kept), firstSample(kept)]).toEqual([10.5, 1.5, 0.5]);
  kept.dropUntil(11.1);
  expect([kept.startSeconds, secondsIn(kept), firstSample(kept)]).toEqual([11.1, 0.9, 0.25]);
  kept.dropUntil(3);
  expect(kept.startSeconds).toBe(11.1);
  kept.dropUntil(Infinity);
  expect([kept.startSeconds, secondsIn(kept)]).toEqual([12, 0]);
});

test("of more than a minute, the last minute is kept", () => {
  const kept = new KeptAudio(rate, 0);
  for (let at = 0; at < 75; at += 1) kept.add(second(at / 100));
  expect([kept.startSeconds, secondsIn(kept)]).toEqual([15, 60]);
  expect(firstSample(kept)).toBeCloseTo(0.15, 3);
});
