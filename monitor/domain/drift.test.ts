import { describe, expect, test } from "vitest";
import { afterRun, type DriftKind, DRIFT_RULES, type DriftState, UNKNOWN_LEVEL } from "./drift.ts";

const QUIET_RUNS = 10_000;
const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);

/** Draws the value of a run; the worse ones on request. */
type Draw = (random: () => number, isWorse: boolean) => number;

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Counts whose mean and variance is `mean` (Knuth's way). */
function poisson(random: () => number, mean: number): number {
  const min = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > min; product *= random()) count += 1;
  return count;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** As many errors in twenty words, and twice as many. */
const errors =
  (mean: number): Draw =>
  (random, isWorse) =>
    poisson(random, isWorse ? 2 * mean : mean) / 20;

/** Durations that vary by a share, with one in a hundred far too long; `factor` times as long when worse. */
const durations =
  (share: number, factor: number): Draw =>
  (random, isWorse) => {
    const late = random() < 0.01 ? 5 : 1;
    return 200 * Math.exp(share * normal(random)) * late * (isWorse ? factor : 1);
  };

class Series {
  state: DriftState = UNKNOWN_LEVEL;
  #runs = 0;
  readonly #kind: DriftKind;
  readonly #draw: Draw;
  readonly #random: () => number;

  constructor(kind: DriftKind, draw: Draw, seed: number) {
    this.#kind = kind;
    this.#draw = draw;
    this.#random = randomOf(seed);
  }

  run(isWorse: boolean): DriftState {
    const value = this.#draw(this.#random, isWorse);
    this.#runs += 1;
    this.state = afterRun(this.state, this.#kind, { slotMs: this.#runs * 1000, value });
    return this.state;
  }

  /** Returns how many quiet runs were in a drift. */
  quiet(runs: number): number {
    let marked = 0;
    for (let at = 0; at < runs; at += 1) if (this.run(false).isDrifting) marked += 1;
    return marked;
  }

  /** Returns after how many runs of one sort a drift is there, or over. */
  until(isDrifting: boolean, isWorse: boolean): number {
    let runs = 0;
    while (this.state.isDrifting !== isDrifting && runs < 1000) {
      this.run(isWorse);
      runs += 1;
    }
    return runs;
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe("a drift", () => {
  test.each([
    { name: "two errors in twenty words, then four", kind: "errors", draw: errors(2), within: 30 },
    { name: "three errors, then six", kind: "errors", draw: errors(3), within: 20 },
    { name: "half as long again", kind: "duration", draw: durations(0.2, 1.5), within: 20 },
    {
      name: "twice as long, however unsteady",
      kind: "duration",
      draw: durations(0.4, 2),
      within: 20,
    },
  ] as const)("is in no quiet run, and found soon: $name", ({ kind, draw, within }) => {
    const found: number[] = [];
    let marked = 0;
    for (const seed of SEEDS) {
      const series = new Series(kind, draw, seed);
      marked += series.quiet(DRIFT_RULES.learnedRuns + QUIET_RUNS);
      found.push(series.until(true, true));
    }
    expect(marked).toBe(0);
    expect(median(found)).toBeLessThanOrEqual(within);
    const inTime = found.filter((runs) => runs <= within);
    expect(inTime.length / found.length).toBeGreaterThanOrEqual(0.9);
  });

  test("begins where the runs became worse, and is over when they are as usual", () => {
    const series = new Series("errors", errors(3), 5);
    series.quiet(1000);
    series.until(true, true);
    expect(series.state.risingSinceMs).toBeGreaterThan(990_000);
    expect(series.until(false, false)).toBeLessThan(60);
  });

  test("is not found before the usual level is known, nor in one very bad run", () => {
    const learning = new Series("errors", errors(6), 1);
    expect(learning.quiet(DRIFT_RULES.learnedRuns)).toBe(0);
    let state = learning.state;
    for (const value of [1, 0.3, 0.3]) state = afterRun(state, "errors", { slotMs: 1, value });
    expect(state.isDrifting).toBe(false);
  });

  test("of a check that never had an error is not found in a single one", () => {
    const series = new Series("errors", () => 0, 1);
    series.quiet(2000);
    const state = afterRun(series.state, "errors", { slotMs: 1, value: 0.2 });
    expect(state.isDrifting).toBe(false);
  });

  test("that lasts is what is usual from then on", () => {
    const series = new Series("errors", errors(2), 3);
    series.quiet(500);
    series.until(true, true);
    for (let at = 0; at < DRIFT_RULES.maxRuns; at += 1) series.run(true);
    expect(series.state).toMatchObject({ isDrifting: false });
    expect(series.state.learned).toBeLessThan(DRIFT_RULES.learnedRuns);
    for (let at = 0; at < 2000; at += 1) expect(series.run(true).isDrifting).toBe(false);
  });
});
