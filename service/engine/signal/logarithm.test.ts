import { expect, it } from "vitest";
import { logarithmOfBits } from "./logarithm.ts";

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

it("is the natural logarithm of every positive float but the smallest", () => {
  const powersOfTwo = Array.from({ length: 250 }, (_, at) => 2 ** (at - 125));
  for (const power of powersOfTwo) {
    for (const factor of [1, 1 + 2 ** -23, 1.0039, 1.0078125, 1.37, 1.5, 1.99999988]) {
      float[0] = power * factor;
      expect(Math.abs(logarithmOfBits(bits[0]!) - Math.log(float[0]!))).toBeLessThan(1e-9);
    }
  }
});
