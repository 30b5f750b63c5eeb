import { expect, it } from "vitest";

import { integratedLoudness } from "../../../test/support/figures/loudness-meter.ts";
import { frameLoudness } from "./levelling.ts";
import { BANDS, FRAME_VALUES, FRAMES_PER_SECOND, LOG_PITCH, PERIODICITY } from "./spectrum.ts";
import { Vocoder } from "./vocoder.ts";

/** A second of one sound and a quieter one of another, falling by `nepersPerBand`. */
function frames(nepersPerBand: number, periodicity: number): Float32Array {
  const all = new Float32Array(2 * FRAMES_PER_SECOND * FRAME_VALUES);
  for (let at = 0; at < all.length; at += FRAME_VALUES) {
    const level = at < all.length / 2 ? -6 : -7;
    for (let band = 0; band < BANDS; band += 1) all[at + band] = level - band * nepersPerBand;
    all[at + LOG_PITCH] = Math.log(160);
    all.fill(periodicity, at + PERIODICITY, at + FRAME_VALUES);
  }
  return all;
}

it.each([
  ["falling noise", 0.1, 0],
  ["a falling voice", 0.1, 1],
  ["a steeply falling voice", 0.2, 1],
  ["a mixture", 0.05, 0.55],
])("knows how loud %s will be", (_, nepersPerBand, periodicity) => {
  const silent = frames(nepersPerBand, periodicity);
  const vocoder = new Vocoder(24_000);
  const samples = Float32Array.from([...vocoder.accept(silent), ...vocoder.end()]);
  expect(Math.abs(frameLoudness(silent) - integratedLoudness(samples, 24_000))).toBeLessThan(1);
});
