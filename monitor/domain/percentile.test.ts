import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test.each([
  { values: [], share: 0.5, is: null },
  { values: [7], share: 0.95, is: 7 },
  { values: [30, 10, 20], share: 0.5, is: 20 },
  { values: [10, 20], share: 0.5, is: 15 },
  { values: [0, 100], share: 0.95, is: 95 },
])("percentile $share of $values is $is", ({ values, share, is }) => {
  expect(percentile(values, share)).toBe(is);
});
