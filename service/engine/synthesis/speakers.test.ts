import { describe, expect, it } from "vitest";

import type { Age, Gender } from "../model/model.ts";
import {
  logPitchOf,
  pitchNumber,
  POINT_NUMBERS,
  pointOf,
  VECTOR_NUMBERS,
  voiceOf,
  type PlacedVoice,
} from "./speakers.ts";

function builtIn(name: string, gender: Gender, age: Age, pitchHz: number): PlacedVoice {
  const vector = [pitchNumber(pitchHz), ...Array.from({ length: VECTOR_NUMBERS - 1 }, () => 0)];
  return { name, gender, age, pitchHz, point: pointOf(vector) };
}

const VOICES = [
  builtIn("ayla", "female", "young", 240),
  builtIn("nuran", "female", "old", 190),
  builtIn("emre", "male", "middle-aged", 110),
  builtIn("ihsan", "male", "old", 100),
];

const designed = (description: { gender?: Gender; age?: Age }, seed = 1) =>
  voiceOf({ kind: "designed", seed, ...description }, VOICES);
const pitchHz = (vector: Float32Array) => Math.exp(logPitchOf(vector));

describe("a speaker", () => {
  it("is a built-in voice by its name", () => {
    const { vector } = voiceOf({ kind: "built-in", name: "emre" }, VOICES);
    expect(pitchHz(vector)).toBeCloseTo(110);
    expect(() => voiceOf({ kind: "built-in", name: "nobody" }, VOICES)).toThrow("ayla, nuran");
  });

  it("is a point, with the vocal tract that it says", () => {
    const point = VOICES[0]!.point.with(VECTOR_NUMBERS, Math.log(0.9));
    const voice = voiceOf({ kind: "point", point }, VOICES);
    expect(pitchHz(voice.vector)).toBeCloseTo(240);
    expect(voice.tractLengthFactor).toBeCloseTo(0.9);
  });

  it.each([[[1, 2]], [Array.from({ length: POINT_NUMBERS }, () => Number.NaN)]])(
    "is refused as the point %j",
    (point) => {
      expect(() => voiceOf({ kind: "point", point }, VOICES)).toThrow(RangeError);
    },
  );
});

describe("a designed speaker", () => {
  it("is the same for the same seed and another for another", () => {
    expect(designed({ gender: "male" }, 7)).toEqual(designed({ gender: "male" }, 7));
    expect(designed({ gender: "male" }, 7)).not.toEqual(designed({ gender: "male" }, 8));
  });

  it.each([1, 2, 3, 4, 5])("is near the built-in voices that fit, for the seed %i", (seed) => {
    expect(pitchHz(designed({ gender: "female", age: "young" }, seed).vector)).toBeGreaterThan(190);
    expect(pitchHz(designed({ gender: "male", age: "old" }, seed).vector)).toBeLessThan(135);
  });

  it("is a child with a shorter vocal tract and a higher voice than any", () => {
    const child = designed({ age: "child" });
    expect(child.tractLengthFactor).toBeLessThan(0.93);
    expect(pitchHz(child.vector)).toBeGreaterThan(240);
  });

  it("falls back on the gender where no voice has the age", () => {
    expect(pitchHz(designed({ gender: "male", age: "young" }).vector)).toBeLessThan(150);
  });

  it("is a woman or a man as the seed wills where nothing is said", () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => pitchHz(designed({}, seed).vector));
    const high = seeds.filter((hz) => hz > 150).length;
    expect(high).toBeGreaterThan(5);
    expect(high).toBeLessThan(35);
  });
});
