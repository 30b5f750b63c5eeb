import { describe, expect, it } from "vitest";
import { Voicing } from "./voicing.ts";

const SCALE = { sampleRate: 16_000, samplesPerStep: 640 };
const STEPS = 50;

/** How many of the steps of a sound are voiced. */
function voicedSteps(sampleAt: (index: number) => number, pieceLength = 640 * STEPS): number {
  const voicing = new Voicing(SCALE, STEPS);
  const samples = Float32Array.from({ length: 640 * STEPS }, (_, index) => sampleAt(index));
  for (let at = 0; at < samples.length; at += pieceLength) {
    voicing.accept(samples.subarray(at, at + pieceLength));
  }
  return Array.from({ length: STEPS }, (_, step) => step).filter((step) => voicing.isVoiced(step))
    .length;
}

/** Pulses of vocal cords, somewhat softened. */
const pulses = (hertz: number) => (index: number) => (((index * hertz) / 16_000) % 1) - 0.5;

function noise(): (index: number) => number {
  let seed = 5;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
}

describe("Voicing", () => {
  it.each([80, 120, 220, 380])(
    "finds a voice of %i Hz nearly everywhere, loud and quiet",
    (hertz) => {
      const voice = pulses(hertz);
      expect(voicedSteps(voice)).toBeGreaterThanOrEqual(STEPS - 3);
      expect(voicedSteps((index) => 0.004 * voice(index))).toBeGreaterThanOrEqual(STEPS - 3);
    },
  );

  it("finds a voice in noise that is 10 dB quieter", () => {
    const voice = pulses(130);
    const hiss = noise();
    const mixed = voicedSteps((index) => voice(index) + 0.16 * hiss(index));
    expect(mixed).toBeGreaterThanOrEqual(STEPS - 10);
  });

  it("finds none in hiss, in rumble and in silence", () => {
    expect(voicedSteps(noise())).toBe(0);
    const hiss = noise();
    let rumble = 0;
    expect(voicedSteps((index) => (rumble = 0.995 * rumble + hiss(index)))).toBeLessThanOrEqual(2);
    expect(voicedSteps(() => 0)).toBe(0);
  });

  it("finds the same in pieces of any length", () => {
    const voice = pulses(150);
    const broken = (index: number) => (index % 9000 < 4500 ? voice(index) : 0);
    const whole = voicedSteps(broken);
    expect(whole).toBeGreaterThan(STEPS / 3);
    expect([1, 333, 1600].map((length) => voicedSteps(broken, length))).toEqual([
      whole,
      whole,
      whole,
    ]);
  });
});
