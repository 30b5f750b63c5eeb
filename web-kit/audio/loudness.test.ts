import { expect, test } from "vitest";
import { fittedPeaks, meterShare, peakOf, PeakTrack } from "./loudness.ts";

test("the peak is the largest amplitude, whichever its sign", () => {
  expect(peakOf(Float32Array.of(0.25, -0.75, 0.5))).toBe(0.75);
  expect(peakOf(new Float32Array(0))).toBe(0);
});

test("a meter is full at full scale, empty at silence, and half at half the decibels", () => {
  expect(meterShare(1)).toBe(1);
  expect(meterShare(4)).toBe(1);
  expect(meterShare(0)).toBe(0);
  expect(meterShare(0.0001)).toBe(0);
  expect(meterShare(10 ** (-27 / 20))).toBeCloseTo(0.5);
});

test("a track has a peak for each stretch, whatever the pieces", () => {
  const samples = Float32Array.of(0.5, 0.25, -1, 0.125, 0.25, 0, 0.75);
  const track = new PeakTrack(300, 100);
  for (const [from, until] of [
    [0, 1],
    [1, 5],
    [5, 7],
  ]) {
    track.add(samples.subarray(from, until));
  }
  expect(track.peaks).toEqual([1, 0.25, 0.75]);
});

test("peaks are made fewer by their largest, and more by repeating them", () => {
  expect(fittedPeaks([1, 2, 3, 4, 5], 2)).toEqual([2, 5]);
  expect(fittedPeaks([1, 2], 4)).toEqual([1, 1, 2, 2]);
  expect(fittedPeaks([], 3)).toEqual([]);
});
