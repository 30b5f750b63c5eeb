import { expect, test } from "vitest";
import { duration, megabytes, percent, speed } from "./figures.ts";

test.each([
  [undefined, "-"],
  [0, "0.0 MB"],
  [1_000_000, "1.0 MB"],
  [1_048_576, "1.0 MB"],
  [12_345_678, "12.3 MB"],
])("bytes as megabytes of a million: %s is %s", (bytes, text) => {
  expect(megabytes(bytes)).toBe(text);
});

test.each([
  [0, "0 ms"],
  [0.0123, "12 ms"],
  [0.999, "999 ms"],
  [1, "1.0 s"],
  [75.26, "75.3 s"],
])("a duration below a second is in milliseconds: %s is %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  [60, 2, "30 × real time"],
  [3, 2.5, "1 × real time"],
  [10, 0, "-"],
  [0, 2, "0 × real time"],
])("speed of %s s of audio in %s s of work: %s", (audioSeconds, workSeconds, text) => {
  expect(speed(audioSeconds, workSeconds)).toBe(text);
});

test.each([
  [0, "0.0 %"],
  [0.0526, "5.3 %"],
  [1.25, "125.0 %"],
])("a share of %s is %s", (share, text) => {
  expect(percent(share)).toBe(text);
});
