import { expect, it } from "vitest";

import { level } from "./levelling.ts";

it("leaves quiet samples alone but for the gain", () => {
  expect([...level(Float32Array.of(0, 0.1, -0.2), 2)]).toEqual([0, 0.2, -0.4].map(Math.fround));
});

it("keeps every sample under -1 dBFS, in order and with its sign", () => {
  const bent = level(Float32Array.of(0.69, 0.8, 1, 5, -5), 1);
  expect(Math.max(...bent)).toBeLessThanOrEqual(0.8913);
  expect([...bent.subarray(0, 4)]).toEqual(
    [...bent.subarray(0, 4)].sort((left, right) => left - right),
  );
  expect(bent[4]).toBe(-bent[3]!);
});
