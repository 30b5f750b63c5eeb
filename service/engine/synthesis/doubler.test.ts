import { describe, expect, it } from "vitest";

import { Doubler } from "./doubler.ts";

const RATE = 24_000;
const LATE = 32;

const tone = (hz: number, rate: number) => (at: number) => Math.sin((2 * Math.PI * hz * at) / rate);

function doubled(samples: Float64Array, atATime: number): Float64Array {
  const doubler = new Doubler();
  const out = new Float64Array(2 * samples.length);
  for (let at = 0; at < samples.length; at += atATime) {
    doubler.addTo(out.subarray(2 * at, 2 * (at + atATime)), samples.subarray(at, at + atATime));
  }
  return out;
}

describe("a stream at twice its rate", () => {
  it.each([100, 3_000, 8_000, 10_000])("keeps a tone of %i Hz", (hz) => {
    const samples = Float64Array.from({ length: 1_200 }, (_, at) => tone(hz, RATE)(at));
    const out = doubled(samples, 1_200);
    for (let at = 200; at < 2_000; at += 1) {
      expect(Math.abs(out[at]! - tone(hz, 2 * RATE)(at - LATE))).toBeLessThan(0.002);
    }
  });

  it("is the same whatever comes at a time", () => {
    const samples = Float64Array.from({ length: 960 }, (_, at) => tone(440, RATE)(at));
    expect([...doubled(samples, 120)]).toEqual([...doubled(samples, 960)]);
  });
});
