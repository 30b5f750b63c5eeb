import { expect, test } from "vitest";
import { recordingFault } from "./recording.ts";

const rules = { leastSeconds: 3, mostSeconds: 30, mostBytes: 10 };
const file = (bytes: number) => new Blob([new Uint8Array(bytes)]);

test.each([
  [undefined, "missing"],
  [{ file: file(11), seconds: 5 }, "too-large"],
  [{ file: file(10), seconds: 2.99 }, "too-short"],
  [{ file: file(10), seconds: 30.01 }, "too-long"],
  [{ file: file(10), seconds: 3 }, undefined],
  [{ file: file(10), seconds: 30 }, undefined],
  [{ file: file(10), seconds: undefined }, undefined],
] as const)("%o: %s", (recording, fault) => {
  expect(recordingFault(recording, rules)).toBe(fault);
});
