import { describe, expect, test } from "vitest";
import { drawnValues, isolatedIndexes, newestIndex, spansAt } from "./chart.ts";

describe("the newest moment with a value", () => {
  test("is that of any series", () => {
    const series = [
      { label: "p50", values: [1, 2, null, null] },
      { label: "p95", values: [1, null, 3, null] },
    ];
    expect(newestIndex({ atMs: [0, 1, 2, 3], series })).toBe(2);
  });

  test("is none where nothing was measured", () => {
    expect(newestIndex({ atMs: [0, 1], series: [{ label: "p50", values: [null, null] }] })).toBe(
      -1,
    );
    expect(newestIndex({ atMs: [], series: [] })).toBe(-1);
  });

  test("takes a measured zero for a value", () => {
    expect(newestIndex({ atMs: [0], series: [{ label: "failures", values: [0] }] })).toBe(0);
  });
});

describe("values without a neighbour", () => {
  test.each([
    { values: [1, null, 2, 3, null, 4], isolated: [0, 5] },
    { values: [1, 2, 3], isolated: [] },
    { values: [null, 0, null], isolated: [1] },
    { values: [7], isolated: [0] },
    { values: [], isolated: [] },
  ])("of $values are at $isolated", ({ values, isolated }) => {
    expect(isolatedIndexes(values)).toEqual(isolated);
  });
});

describe("values of several series", () => {
  const data = {
    atMs: [0, 1],
    series: [
      { label: "files", values: [2, 3] },
      { label: "streams", values: [null, 4] },
      { label: "speech", values: [1, 0] },
    ],
  };

  test("stand one on the other as bars", () => {
    expect(drawnValues(data, "bars")).toEqual([
      [
        { from: 0, to: 2 },
        { from: 0, to: 3 },
      ],
      [
        { from: 2, to: null },
        { from: 3, to: 7 },
      ],
      [
        { from: 2, to: 3 },
        { from: 7, to: 7 },
      ],
    ]);
  });

  test("are each by itself as lines", () => {
    expect(drawnValues(data, "lines")[1]?.[1]).toEqual({ from: 0, to: 4 });
  });
});

test("a moment lies in the spans that began and have not ended", () => {
  const span = { fromMs: 10, untilMs: 20, label: "away", kind: "Incident", tone: "major" };
  const labelsAt = (atMs: number) => spansAt([span], atMs).map(({ label }) => label);
  expect([9, 10, 19, 20].map(labelsAt)).toEqual([[], ["away"], ["away"], []]);
});
