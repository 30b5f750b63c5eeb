import { expect, it } from "vitest";
import { PowerSpectrum } from "./power-spectrum.ts";

it.each([
  [10, 32],
  [32, 32],
  [400, 512],
])("agrees with the definition: a window of %i samples, a transform of %i", (length, size) => {
  const start = 3;
  const samples = Float32Array.from({ length: start + length + 1 }, (_, at) => Math.sin(at * at));
  const window = Float64Array.from({ length }, (_, at) => 1 / (1 + at));
  const powers = new Float64Array(size / 2 + 1);
  const spectrum = new PowerSpectrum(window, size);
  // Twice, since nothing may stay from the time before.
  spectrum.measure(
    samples.map((sample) => -2 * sample),
    0,
    powers,
  );
  spectrum.measure(samples, start, powers);
  for (const [bin, power] of powers.entries()) {
    let [real, imaginary] = [0, 0];
    for (const [at, weight] of window.entries()) {
      const angle = (2 * Math.PI * bin * at) / size;
      real += weight * samples[start + at]! * Math.cos(angle);
      imaginary -= weight * samples[start + at]! * Math.sin(angle);
    }
    expect(power).toBeCloseTo(real ** 2 + imaginary ** 2, 4);
  }
});
