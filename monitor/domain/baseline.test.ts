import { describe, expect, test } from "vitest";
import { baselineFigures, limitOf, limitsOfRates } from "./baseline.ts";

test("figures are of at least one value", () => {
  expect(baselineFigures([2])).toEqual({ runs: 1, median: 2, deviation: 0, p95: 2, worst: 2 });
  const values = [9, 1, 3, 2, 100];
  expect(baselineFigures(values)).toMatchObject({ runs: 5, median: 3, deviation: 2, worst: 100 });
});

describe("a limit from a baseline", () => {
  const figures = (worst: number, median = 0, deviation = 0) => ({
    runs: 50,
    median,
    deviation,
    p95: worst,
    worst,
  });
  const text = { words: 10, characters: 60 };

  test.each<[string, ReturnType<typeof figures>, "seconds" | "words" | "characters", number]>([
    ["half a second above short times", figures(0.4), "seconds", 0.9],
    ["half a second above one second", figures(1), "seconds", 1.5],
    ["half its time above longer ones", figures(2), "seconds", 3],
    ["times in tenths, rounded up", figures(2.01), "seconds", 3.1],
    ["rounded up from a little above a tenth, too", figures(2.00001), "seconds", 3.1],
    ["six deviations above the median", figures(1, 1, 1), "seconds", 9.9],
    ["two words above the worst", figures(0.1), "words", 0.3],
    ["six characters above the worst", figures(0.1), "characters", 0.2],
    ["ratios in thousandths, rounded up", figures(0.1001), "words", 0.301],
    ["no ratio above one", figures(0.9), "words", 1],
    ["six deviations of a ratio", figures(0.1, 0.1, 0.05), "words", 0.545],
  ])("is %s", (_name, found, unit, limit) => {
    expect(limitOf(found, unit, text)).toBe(limit);
  });

  test("is one where no text was compared", () => {
    expect(limitOf(figures(0), "words", { words: 0, characters: 0 })).toBe(1);
    expect(limitOf(figures(0), "characters", { words: 0, characters: 0 })).toBe(1);
  });
});

describe("limits from error rates", () => {
  // At 0.2 one clip of ten words in a thousand has more than 6 wrong ones: P(X > 5) = 0.0064, P(X > 6) = 0.0009.
  // At 0.01 more than 2, in 0.00011; at 0.5 more than 9, in 0.00098, as at 10 words all of them are.
  test.each([
    [
      { words: 0, characters: 0 },
      { words: 0.2, characters: 0.1 },
    ],
    [
      { words: 0, characters: 0.05 },
      { words: 0.2, characters: 0.15 },
    ],
    [
      { words: 0.01, characters: 0.005 },
      { words: 0.21, characters: 0.105 },
    ],
    [
      { words: 0.2, characters: 0.1 },
      { words: 0.6, characters: 0.3 },
    ],
    [
      { words: 0.2, characters: 0.02 },
      { words: 0.6, characters: 0.12 },
    ],
    [
      { words: 0.5, characters: 0.1 },
      { words: 0.9, characters: 0.2 },
    ],
    [
      { words: 1, characters: 1 },
      { words: 1, characters: 1 },
    ],
    [
      { words: 1.5, characters: 0.3 },
      { words: 1, characters: 0.4 },
    ],
  ])("%j are %j for ten words of sixty characters", (rates, limits) => {
    expect(limitsOfRates(rates, { words: 10, characters: 60 })).toEqual(limits);
  });

  test("are one for a text without words", () => {
    const limits = limitsOfRates({ words: 0.1, characters: 0.1 }, { words: 0, characters: 0 });
    expect(limits).toEqual({ words: 1, characters: 1 });
  });
});
