import { expect, test } from "vitest";
import { fromWire, toWire, writeWire } from "./audio-pipe.ts";

test("what 16 bits hold arrives as it is", () => {
  const samples = Float32Array.from({ length: 65_536 }, (_, at) => at / 32_768 - 1);
  const wire = toWire(samples, new Int16Array(70_000));
  expect(fromWire(wire, new Float32Array(70_000))).toEqual(samples);
});

test("other samples arrive to half a step, the loudest to one", () => {
  const samples = Float32Array.of(0.1, -0.1, 1e-6, 0.999_99, 1, -1);
  const heard = fromWire(toWire(samples, new Int16Array(6)), new Float32Array(6));
  heard.forEach((sample, at) =>
    expect(Math.abs(sample - samples[at]!)).toBeLessThanOrEqual(1 / (at < 3 ? 65_536 : 32_768)),
  );
});

test("both sorts of samples are written behind one another", () => {
  const room = new Int16Array(4);
  writeWire(Int16Array.of(-32_768, 1), room, 0);
  writeWire(Float32Array.of(0.5), room, 2);
  expect([...room]).toEqual([-32_768, 1, 16_384, 0]);
});
