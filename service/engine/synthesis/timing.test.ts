import { expect, it } from "vitest";

import { layOut } from "./acoustic-model.ts";

const frames = (...lengths: number[]) => Float32Array.from(lengths, Math.log);

it("gives each symbol the cells that its length takes", () => {
  expect([...layOut(frames(4, 6, 2), 1).symbolOfCell]).toEqual([0, 0, 1, 1, 1, 2]);
});

it("divides lengths by the speed without losing time to rounding", () => {
  const lengths = frames(...Array.from({ length: 96 }, () => 7));
  expect(layOut(lengths, 1).symbolOfCell).toHaveLength(336);
  expect(layOut(lengths, 4).symbolOfCell).toHaveLength(84);
  expect(layOut(lengths, 0.25).symbolOfCell).toHaveLength(1344);
});

it("says where in its symbol a cell lies", () => {
  const { features } = layOut(frames(4), 1);
  expect(features.map((row) => row[0])).toEqual([
    0.25,
    0.75,
    Math.fround(Math.log(4)),
    Math.fround(0.05),
    Math.fround(0.15),
  ]);
});

it("gives at least one cell, and no symbol more than a second", () => {
  expect(layOut(frames(0.1), 4).symbolOfCell).toHaveLength(1);
  expect(layOut(frames(1e6), 1).symbolOfCell).toHaveLength(100);
});
