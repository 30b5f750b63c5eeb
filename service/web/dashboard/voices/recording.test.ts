import { expect, test } from "vitest";
import { recordingFault, ruleValues } from "./recording.ts";

const rules = { minSeconds: 3, maxSeconds: 30, maxBytes: 10 };
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

test("texts name the rules in seconds and megabytes", () => {
  const limits = { minSeconds: 3, maxSeconds: 30, maxBytes: 10 * 1024 * 1024 };
  expect(ruleValues(limits)).toEqual({ min: 3, max: 30, megabytes: 10 });
});
