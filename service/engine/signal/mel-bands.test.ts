import { describe, expect, it } from "vitest";
import { MelBands } from "./mel-bands.ts";

const BANDS = 10;
const BINS = 129;
const bands = new MelBands(
  { bands: BANDS, fft_size: 256, lowest_hz: 300, highest_hz: 7000 },
  16_000,
);

function heardOf(bin: number): number[] {
  const inBands = new Float64Array(BANDS).fill(Number.NaN);
  bands.measure(new Float64Array(BINS).fill(1, bin, bin + 1), inBands);
  return [...inBands];
}

/** Edges e of the bands in hertz: band b reaches from edge b to edge b + 2. */
const edgesHz = Array.from({ length: BANDS + 2 }, (_, edge) => {
  const [low, high] = [300, 7000].map((hertz) => 2595 * Math.log10(1 + hertz / 700)) as [
    number,
    number,
  ];
  return 700 * (10 ** ((low + ((high - low) * edge) / (BANDS + 1)) / 2595) - 1);
});

describe("MelBands", () => {
  it("hears each frequency as the triangles of its bands say", () => {
    for (let bin = 0; bin < BINS; bin += 1) {
      const hertz = (bin * 16_000) / 256;
      heardOf(bin).forEach((heard, band) => {
        const [left, centre, right] = edgesHz.slice(band, band + 3) as [number, number, number];
        const rising = (hertz - left) / (centre - left);
        const falling = (right - hertz) / (right - centre);
        expect(heard).toBeCloseTo(Math.max(0, Math.min(rising, falling)), 12);
      });
    }
  });

  it("adds up what falls into a band", () => {
    const [one, other] = [heardOf(20), heardOf(21)];
    const powers = new Float64Array(BINS);
    powers[20] = 3;
    powers[21] = 0.5;
    const inBands = new Float64Array(BANDS);
    bands.measure(powers, inBands);
    inBands.forEach((power, band) =>
      expect(power).toBeCloseTo(3 * one[band]! + 0.5 * other[band]!, 12),
    );
  });
});
