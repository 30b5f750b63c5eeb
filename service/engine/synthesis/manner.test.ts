import { describe, expect, it } from "vitest";

import { NEUTRAL_MANNER, type Manner } from "../model/model.ts";
import { frameChange } from "./manner.ts";
import { pitchNumber, pointOf, voiceAt } from "./speakers.ts";
import {
  BAND_CENTRES_HZ,
  BANDS,
  FRAME_VALUES,
  LOG_PITCH,
  PERIODICITY,
  voiceShare,
} from "./spectrum.ts";

const VOICE = voiceAt(pointOf([pitchNumber(150), ...Array.from({ length: 15 }, () => 0)]));
const MIDDLE = Math.log(150);

/** One frame with a resonance at 1,000 Hz, a little above the middle pitch and clearly voiced. */
function frame(): Float32Array {
  const one = new Float32Array(FRAME_VALUES);
  BAND_CENTRES_HZ.forEach((hz, band) => {
    one[band] = -5 - 4 * Math.abs(Math.log2(hz / 1_000));
  });
  one[LOG_PITCH] = MIDDLE + 0.1;
  one.fill(0.9, PERIODICITY);
  return one;
}

function changed(manner: Partial<Manner>): Float32Array {
  const frames = frame();
  frameChange({ ...NEUTRAL_MANNER, ...manner }, VOICE)(frames);
  return frames;
}

const bandAt = (hz: number) => BAND_CENTRES_HZ.findIndex((centre) => centre >= hz);
const gainDb = (frames: Float32Array, hz: number) =>
  ((frames[bandAt(hz)]! - frame()[bandAt(hz)]!) * 10) / Math.LN10;

describe("a manner", () => {
  it("changes nothing when it is neutral", () => {
    expect([...changed({})]).toEqual([...frame()]);
  });

  it("moves the pitch by semitones", () => {
    expect(changed({ pitchSemitones: -4 })[LOG_PITCH]).toBeCloseTo(
      MIDDLE + 0.1 - (4 / 12) * Math.LN2,
    );
  });

  it.each([0, 0.5, 2])("multiplies by %f how far the pitch is from its middle", (rangeFactor) => {
    expect(changed({ rangeFactor })[LOG_PITCH]).toBeCloseTo(MIDDLE + 0.1 * rangeFactor);
  });

  it.each([0.85, 1.2])(
    "lowers resonances by a vocal tract %f times as long",
    (tractLengthFactor) => {
      const bands = changed({ tractLengthFactor }).subarray(0, BANDS);
      const strongest = BAND_CENTRES_HZ[bands.indexOf(Math.max(...bands))]!;
      expect((strongest * tractLengthFactor) / 1_000).toBeGreaterThan(0.94);
      expect((strongest * tractLengthFactor) / 1_000).toBeLessThan(1.06);
    },
  );

  it.each([-6, 9])("tilts the spectrum by %f dB from 500 to 4,000 Hz", (brightnessDb) => {
    const frames = changed({ brightnessDb });
    expect(gainDb(frames, 4_000) - gainDb(frames, 500)).toBeCloseTo(brightnessDb, 0);
    expect(gainDb(frames, 500)).toBeCloseTo(0, 0);
  });

  it("takes the voice's share away by breath, without which there is none", () => {
    const share = (breathiness: number) => voiceShare(changed({ breathiness })[PERIODICITY]!);
    expect(share(0.4)).toBeCloseTo(0.6);
    expect(share(1)).toBeCloseTo(0);
  });

  it("whispers what is voiced without its low frequencies, and leaves what is not", () => {
    const whispered = changed({ breathiness: 1 });
    expect(gainDb(whispered, 300)).toBeLessThan(gainDb(whispered, 3_000) - 12);
    const unvoiced = frame().fill(0, PERIODICITY);
    const before = [...unvoiced.subarray(0, BANDS)];
    frameChange({ ...NEUTRAL_MANNER, breathiness: 1 }, VOICE)(unvoiced);
    expect([...unvoiced.subarray(0, BANDS)]).toEqual(before);
  });
});
