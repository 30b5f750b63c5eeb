import { expect, test } from "vitest";
import { heardSeconds } from "./pcm-player.ts";

const pieces = [
  { startsAt: 10, offset: 0, seconds: 2 },
  { startsAt: 12, offset: 2, seconds: 1 },
  // This one came late.
  { startsAt: 15, offset: 3, seconds: 4 },
];

test.each([
  [9, 0],
  [10.5, 0.5],
  [12.25, 2.25],
  [14, 3],
  [16, 4],
  [30, 7],
])("at %d so many seconds were heard: %d", (now, seconds) => {
  expect(heardSeconds(pieces, now)).toBe(seconds);
});
