import { describe, expect, it } from "vitest";

import { seededNormals } from "./noise.ts";
import { BAND_CENTRES_HZ } from "./spectrum.ts";
import { spokenSpectrum, timbreBetween, timbreOfBands } from "./timbre.ts";

const FRAMES = 400;
const BANDS = 60;
const CENTRES_HZ = Array.from({ length: BANDS }, (_, band) => 60 * 1.081 ** band);

/** Log powers of speech with pauses, whose colour is `colour`, over a floor. */
function speech(colour: (hz: number) => number, floor = -14): Float32Array {
  const normal = seededNormals(1);
  return Float32Array.from({ length: FRAMES * BANDS }, (_, at) => {
    const isPause = Math.floor(at / BANDS) % 10 < 3;
    const level = -4 + 0.5 * normal() + colour(CENTRES_HZ[at % BANDS]!);
    return Math.max(floor + 0.1 * normal(), isPause ? floor : level);
  });
}

const plain = () => 0;
const bright = (hz: number) => 0.5 * Math.log2(hz / 1_000);
const timbre = (to: Float32Array) =>
  timbreBetween(spokenSpectrum(speech(plain), BANDS), spokenSpectrum(to, BANDS), CENTRES_HZ);
const gainAt = (numbers: readonly number[], hz: number) =>
  timbreOfBands(numbers)[BAND_CENTRES_HZ.findIndex((centre) => centre >= hz)]!;

describe("the timbre between two recordings", () => {
  it("is none between alike ones, however loud", () => {
    for (const number of timbre(speech(() => 2, -12))) expect(Math.abs(number)).toBeLessThan(0.05);
  });

  it("is the same however much louder one is, also by more than a filter takes away", () => {
    const found = timbre(speech((hz) => 6 + bright(hz), -8));
    const expected = timbre(speech(bright));
    for (const [at, number] of found.entries()) expect(number).toBeCloseTo(expected[at]!, 1);
  });

  it("is the smooth difference of their spectra", () => {
    const found = timbre(speech(bright));
    expect(gainAt(found, 4_000) - gainAt(found, 500)).toBeCloseTo(1.5, 0);
  });

  it("does not take what lies in noise for the voice's", () => {
    const drowned = (hz: number) => (hz > 2_500 ? -8.5 : 0);
    const found = timbre(speech(drowned, -12));
    expect(Math.abs(gainAt(found, 5_000) - gainAt(found, 1_000))).toBeLessThan(0.4);
  });

  it("does not take a telephone for a voice", () => {
    const found = timbre(speech((hz) => (hz < 250 || hz > 3_600 ? -5 : 0)));
    expect(Math.abs(gainAt(found, 5_000) - gainAt(found, 1_000))).toBeLessThan(0.6);
  });

  it("never changes a band by more than 12 dB", () => {
    const found = timbreOfBands(timbre(speech((hz) => Math.log2(hz / 1_000))));
    expect(Math.max(...found.map(Math.abs))).toBeLessThanOrEqual(2.81);
  });

  it("is none where nothing is heard", () => {
    const found = timbre(new Float32Array(FRAMES * BANDS).fill(-14));
    for (const number of found) expect(Math.abs(number)).toBeLessThan(1e-6);
  });
});
