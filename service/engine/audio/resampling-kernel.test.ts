import { describe, expect, it } from "vitest";
import { kernelOf } from "./resampling-kernel.ts";

const WEIGHTS = 75_000;

describe("kernelOf", () => {
  it.each([
    [8001, 16_000],
    [47_999, 16_000],
    [191_999, 16_000],
    [16_000, 47_999],
    [191_999, 8000],
  ])("makes of %i to %i Hz, which have no divisor, a table of bounded size", (from, to) => {
    expect(kernelOf(from, to).weights.length).toBeLessThan(WEIGHTS);
  });

  it("has a row for every phase of rates that are usual", () => {
    expect(kernelOf(441, 160).phases).toBe(160);
    expect(kernelOf(160, 441).phases).toBe(441);
  });

  it("keeps kernels for whoever needs them next, and not all of them", () => {
    const first = kernelOf(47_999, 16_000);
    expect(kernelOf(47_999, 16_000)).toBe(first);
    for (let from = 40_001; from < 40_080; from += 2) kernelOf(from, 16_000);
    expect(kernelOf(47_999, 16_000)).not.toBe(first);
  });

  it("gives rows that sum to 1", () => {
    const { weights, taps, phases } = kernelOf(44_099, 16_000);
    const sums = Array.from({ length: phases + 1 }, (_, row) =>
      weights.subarray(row * taps, (row + 1) * taps).reduce((sum, weight) => sum + weight, 0),
    );
    expect(Math.max(...sums.map((sum) => Math.abs(sum - 1)))).toBeLessThan(1e-12);
  });
});
