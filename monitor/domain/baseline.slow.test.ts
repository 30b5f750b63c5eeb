import { describe, expect, test } from "vitest";
import { baselineFigures, limitOf, limitsOfRates } from "./baseline.ts";
import { casesOf } from "../../test/support/lengths.ts";

const SEED = 20261123;
const BASELINES = 400;
const RUNS = 50;
const SLOTS_OF_A_YEAR = 525_600;
const sentence = { words: 12, characters: 80 };

/** Numbers in (0, 1), the same ones for the same seed (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

type Draw = (random: () => number) => number;
type Case = readonly [string, max: number, Draw, "seconds" | "words"];

/** How many of a year's slots, one a minute, are false alarms: runs above the limit twice in a row, by many baselines. */
function falseAlarmsInAYear(draw: Draw, unit: "seconds" | "words", tested: number): number {
  const random = uniform(SEED);
  let sum = 0;
  for (let baseline = 0; baseline < BASELINES; baseline += 1) {
    const limit = limitOf(
      baselineFigures(Array.from({ length: RUNS }, () => draw(random))),
      unit,
      sentence,
    );
    let above = 0;
    for (let run = 0; run < tested; run += 1) above += draw(random) > limit ? 1 : 0;
    sum += (above / tested) ** 2;
  }
  return (sum / BASELINES) * SLOTS_OF_A_YEAR;
}

const wordsWrong =
  (share: number): Draw =>
  (random) =>
    Array.from({ length: sentence.words }, random).filter((value) => value < share).length /
    sentence.words;

describe("a limit from 50 runs", () => {
  const steady: Case[] = [
    ["times that vary by a tenth", 1, (random) => 5 * Math.exp(0.1 * normal(random)), "seconds"],
    ["times with a long tail", 10, (random) => 3 - 2 * Math.log(random()), "seconds"],
    ["one word in five wrong", 1, wordsWrong(0.2), "words"],
  ];
  const others: Case[] = [
    ["times that vary by a third", 1, (random) => 5 * Math.exp(0.3 * normal(random)), "seconds"],
    ["one word in twenty wrong", 1, wordsWrong(0.05), "words"],
  ];
  test.each(casesOf(steady, others))(
    "of %s raises less than %d false alarms a year",
    (_name, max, draw, unit) => {
      expect(falseAlarmsInAYear(draw, unit, 1_000)).toBeLessThan(max);
    },
  );

  test("finds a time that doubles, where times vary by a tenth", () => {
    const random = uniform(SEED);
    const times = Array.from({ length: RUNS }, () => 5 * Math.exp(0.1 * normal(random)));
    expect(limitOf(baselineFigures(times), "seconds", sentence)).toBeLessThan(10);
  });

  test("that are all alike allows two words, six characters and half a second more", () => {
    const alike = baselineFigures([0, 0, 0]);
    expect(limitOf(alike, "words", sentence)).toBe(0.167);
    expect(limitOf(alike, "characters", sentence)).toBe(0.075);
    expect(limitOf(alike, "seconds", sentence)).toBe(0.5);
  });
});

test("Figures are the median, the median distance from it, the 95th percentile and the worst", () => {
  expect(baselineFigures([1, 2, 3, 4, 10])).toMatchObject({
    runs: 5,
    median: 3,
    deviation: 1,
    worst: 10,
  });
});

describe("the limits of rates over many clips", () => {
  test("are what one clip in a thousand has, characters in proportion", () => {
    const limits = limitsOfRates({ words: 0.1, characters: 0.03 }, sentence);
    expect(limits).toEqual({ words: 0.417, characters: 0.125 });
  });

  test("allow two words and six characters where nothing was wrong, and never more than all", () => {
    expect(limitsOfRates({ words: 0, characters: 0 }, sentence)).toEqual({
      words: 0.167,
      characters: 0.075,
    });
    expect(limitsOfRates({ words: 1, characters: 1 }, sentence)).toEqual({
      words: 1,
      characters: 1,
    });
  });
});
