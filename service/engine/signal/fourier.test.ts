import { expect, it } from "vitest";

import { FourierTransform } from "./fourier.ts";
import { fourierWorkspace } from "./fourier-workspace.ts";

it.each([32, 64, 128, 512, 2048])(
  "agrees with the definition at %i samples, and inverts itself",
  (size) => {
    const samples = Float64Array.from({ length: size }, (_, at) => Math.sin(at * at) + 0.3);
    const [real, imaginary] = [new Float64Array(size / 2 + 1), new Float64Array(size / 2 + 1)];
    const transform = new FourierTransform(size);
    transform.forward(samples, real, imaginary);
    for (let bin = 0; bin <= size / 2; bin += 1) {
      const angles = Array.from(samples, (_, at) => (2 * Math.PI * bin * at) / size);
      expect(real[bin]).toBeCloseTo(
        angles.reduce((sum, angle, at) => sum + samples[at]! * Math.cos(angle), 0),
        3,
      );
      expect(imaginary[bin]).toBeCloseTo(
        -angles.reduce((sum, angle, at) => sum + samples[at]! * Math.sin(angle), 0),
        3,
      );
    }
    const back = new Float64Array(size);
    transform.inverse(real, imaginary, back);
    back.forEach((value, at) => expect(value).toBeCloseTo(samples[at]!, 5));
  },
);

it.each([0, 16, 31, 33, 48, 100])("refuses %s samples", (size) => {
  expect(() => fourierWorkspace(size)).toThrow(
    new RangeError(`a transform of ${size} samples: takes a power of two from 32`),
  );
});

it("shares its memory with others of its length", () => {
  expect(fourierWorkspace(32)).toBe(fourierWorkspace(32));
  expect(fourierWorkspace(64).samples).toHaveLength(64);
});
