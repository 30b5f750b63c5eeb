import { expect, test } from "vitest";
import { Loudness } from "./loudness.ts";

const RATE = 16_000;

function isLoud(seconds: number, level: number, kind: "floats" | "integers"): boolean {
  const loudness = new Loudness(RATE);
  const samples = Float32Array.from(
    { length: seconds * RATE },
    (_, at) => level * Math.sin(at / 9),
  );
  const integers = Int16Array.from(samples, (sample) => sample * 32_767);
  const all = kind === "floats" ? samples : integers;
  for (let at = 0; at < all.length; at += 700) loudness.add(all.subarray(at, at + 700));
  return loudness.isLoud;
}

test.each(["floats", "integers"] as const)("speech is loud, a quiet room is not: %s", (kind) => {
  expect(isLoud(2, 0.1, kind)).toBe(true);
  expect(isLoud(60, 0.005, kind)).toBe(false);
  expect(isLoud(0.6, 0.5, kind)).toBe(false);
});
