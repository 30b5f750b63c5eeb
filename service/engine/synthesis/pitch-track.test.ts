import { describe, expect, it } from "vitest";

import { gaussianNoise } from "./noise.ts";
import { melodyOf, trackPitch, voicedShare } from "./pitch-track.ts";

const RATE = 8_000;

/** Two seconds of eight harmonics, gliding `nepers` up from `hz`. */
function voice(hz: number, nepers = 0): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: 2 * RATE }, (_, at) => {
    phase += (2 * Math.PI * hz * Math.exp((nepers * at) / (2 * RATE))) / RATE;
    return [1, 2, 3, 4, 5, 6, 7, 8].reduce(
      (sum, harmonic) => sum + 0.05 * Math.cos(harmonic * phase),
      0,
    );
  });
}

function noise(level: number): Float32Array {
  const normal = gaussianNoise();
  return Float32Array.from({ length: 2 * RATE }, () => level * normal());
}

describe("the pitch of a recording", () => {
  it.each([75, 110, 180, 260, 400])("is found at %i Hz", (hz) => {
    const track = trackPitch(voice(hz), RATE);
    expect(melodyOf(track)!.pitchHz / hz).toBeCloseTo(1, 2);
    expect(voicedShare(track)).toBe(1);
  });

  it("is found in noise 20 dB below the voice, and whatever the level", () => {
    const hiss = noise(0.01);
    const heard = voice(150).map((value, at) => 0.02 * (value + hiss[at]!));
    expect(melodyOf(trackPitch(heard, RATE))!.pitchHz / 150).toBeCloseTo(1, 2);
  });

  it("has the range of its glide: half of what lies between the outer tenths", () => {
    expect(melodyOf(trackPitch(voice(120, 0.5), RATE))!.range).toBeCloseTo(0.2, 1);
    expect(melodyOf(trackPitch(voice(120), RATE))!.range).toBeLessThan(0.01);
  });

  it("is unknown in noise and in silence", () => {
    expect(voicedShare(trackPitch(noise(0.1), RATE))).toBeLessThan(0.02);
    expect(melodyOf(trackPitch(new Float32Array(RATE), RATE))).toBeUndefined();
  });
});
