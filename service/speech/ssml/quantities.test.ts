import { expect, test } from "vitest";
import { paceOf, pitchOf, rangeOf, secondsOf } from "./quantities.ts";

/** A value as far as it is exact. */
const rounded = (value: number | undefined) => value?.toFixed(10);

test.each([
  ["1.5s", 1.5],
  ["300ms", 0.3],
  ["+2s", 2],
  [".5s", 0.5],
  [" 1s ", 1],
  ["123456ms", 123.456],
  ["1234567ms", undefined],
  ["-1s", undefined],
  ["1", undefined],
  ["1 s", undefined],
  ["1m", undefined],
  ["s", undefined],
])("a duration of %j is %s seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test.each([
  ["medium", 1],
  ["default", 1],
  ["slow", 0.64],
  ["x-fast", 2],
  ["80%", 0.8],
  ["+20%", 1.2],
  ["-20%", 0.8],
  ["0.8", 0.8],
  ["1", 1],
  ["0", undefined],
  ["0%", undefined],
  ["-99%", 0.01],
  ["-100%", undefined],
  ["-101%", undefined],
  ["+0.8", undefined],
  ["quick", undefined],
  ["toString", undefined],
  ["", undefined],
])("a pace of %j multiplies by %s", (text, factor) => {
  expect(rounded(paceOf.read(text))).toBe(rounded(factor));
});

test.each([
  ["+2st", 2],
  ["-3.5st", -3.5],
  ["0st", 0],
  ["default", 0],
  ["200%", 12],
  ["50%", -12],
  ["+100%", 12],
  ["-50%", -12],
  ["high", 12 * Math.log2(1.2)],
  ["x-low", 12 * Math.log2(0.55)],
  ["-100%", undefined],
  ["2", undefined],
  ["2hz", undefined],
  ["constructor", undefined],
])("a pitch of %j is %s semitones", (text, semitones) => {
  expect(rounded(pitchOf.read(text))).toBe(rounded(semitones));
});

test.each([
  ["medium", 1],
  ["x-low", 0.4],
  ["x-high", 2],
  ["80%", 0.8],
  ["+20%", 1.2],
  ["0.8", undefined],
  ["+2st", undefined],
  ["constructor", undefined],
])("a range of %j multiplies by %s", (text, factor) => {
  expect(rangeOf.read(text)).toBe(factor);
});

test.each([
  [paceOf, "one of x-slow, slow, medium, default, fast, x-fast, a percentage"],
  [pitchOf, "one of x-low, low, medium, default, high, x-high, semitones"],
  [rangeOf, "one of x-low, low, medium, default, high, x-high, or a percentage"],
])("a refusal names what is taken: %#", ({ takes }, beginning) => {
  expect(takes.startsWith(beginning)).toBe(true);
});
