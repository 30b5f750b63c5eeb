import { expect, test } from "vitest";
import { Timeline } from "./timeline.ts";

const RATE = 1000;

/** Tells a timeline of pieces, each by its time and its length in seconds; returns where each of them begins. */
function placesOf(pieces: readonly (readonly [number, number])[]): number[] {
  const timeline = new Timeline(RATE);
  return pieces.map(([time, length]) => {
    timeline.advance(timeline.silenceBefore(time));
    const place = timeline.end / RATE;
    timeline.advance(length * RATE);
    return place;
  });
}

test.each<[string, readonly (readonly [number, number])[], readonly number[]]>([
  ["that begin later", [[5, 1]], [5]],
  ["that begin a little later", [[0.02, 1]], [0.02]],
  [
    "that begin before 0",
    [
      [-2, 1],
      [-1, 1],
    ],
    [0, 1],
  ],
  [
    "with gaps",
    [
      [0, 1],
      [3, 1],
      [9.5, 1],
    ],
    [0, 3, 9.5],
  ],
  [
    "that are rounded",
    [
      [0, 0.02],
      [0.021, 0.02],
      [0.039, 0.02],
    ],
    [0, 0.02, 0.04],
  ],
  [
    "that drift apart from the samples",
    [
      [0, 10],
      [10.05, 10],
      [20.15, 10],
    ],
    [0, 10, 20.15],
  ],
  [
    "that begin anew",
    [
      [0, 10],
      [0, 5],
      [5, 5],
      [12, 1],
    ],
    [0, 10, 15, 22],
  ],
  [
    "that begin anew later",
    [
      [3, 4],
      [1, 2],
      [6, 1],
    ],
    [3, 7, 12],
  ],
  [
    "that go back little by little",
    [
      [0, 1],
      [0.95, 1],
      [1.8, 1],
    ],
    [0, 1, 2],
  ],
  [
    "that cannot be",
    [
      [0, 1],
      [90_000, 1],
      [90_002, 1],
    ],
    [0, 1, 3],
  ],
  [
    "of a broadcast that has run for days",
    [
      [400_000, 1],
      [400_001, 1],
    ],
    [0, 1],
  ],
])("places pieces with times %s", (_case, pieces, places) => {
  placesOf(pieces).forEach((place, at) => expect(place).toBeCloseTo(places[at]!, 3));
});
