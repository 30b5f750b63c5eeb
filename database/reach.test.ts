import { expect, test } from "vitest";
import { pauseAfterMs } from "./reach.ts";

test("pauses between two tries grow up to half a minute", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map(pauseAfterMs);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});
