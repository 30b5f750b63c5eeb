import type { QuietRun, QuietRuns } from "./quiet-runs.ts";

/** How far a word's end may lie before and behind the place that its letters give, in seconds; last sounds are long. */
export const END_WITHIN = { before: 0.1, behind: 0.35 };
/** How far a word's start may lie from the place that its letters give, in seconds. */
const START_WITHIN = 0.1;
/** Quiet counts only up to this length, in seconds. */
const MAX_COUNTED_SECONDS = 0.3;
/** Seconds of quiet that make up for one second of distance: the closure of a "t" within a word is short, and farther away. */
const WEIGHT_OF_DISTANCE = 0.3;

/** Finds the quiet before and after words, which gives their exact starts and ends; letters give them only roughly. */
export class WordEdges {
  readonly #quiet: QuietRuns;
  readonly #aheadSeconds: number;

  /** @param aheadSeconds seconds of audio that are known beyond the decoded audio */
  constructor(quiet: QuietRuns, aheadSeconds: number) {
    this.#quiet = quiet;
    this.#aheadSeconds = aheadSeconds;
  }

  /** Returns the quiet that a word ends with, by the audio decoded so far; undefined where sound goes on. */
  quietAfter(end: number, nextStart: number, decoded: number): QuietRun | undefined {
    const from = end - END_WITHIN.before;
    const to = Math.min(end + END_WITHIN.behind, nextStart);
    const runs = this.#quiet.overlapping(from, to, decoded + this.#aheadSeconds);
    const behind = runs.filter(({ start }) => start >= from);
    return likeliest(behind, ({ start }) => Math.abs(start - end));
  }

  /** Returns the quiet that a word begins after; undefined where there is sound. */
  quietBefore(start: number, decoded: number): QuietRun | undefined {
    const [from, to] = [start - START_WITHIN, start + START_WITHIN];
    const runs = this.#quiet.overlapping(from, to, decoded + this.#aheadSeconds);
    const before = runs.filter(({ end }) => end <= to);
    return likeliest(before, ({ end }) => Math.abs(end - start));
  }

  /** Returns the end of the quiet at `from`, as far as it is known. */
  quietUntil(from: number, decoded: number): number {
    return this.#quiet.quietUntil(from, decoded + this.#aheadSeconds);
  }
}

function likeliest(
  runs: readonly QuietRun[],
  distance: (run: QuietRun) => number,
): QuietRun | undefined {
  let found: QuietRun | undefined;
  let best = 0;
  for (const run of runs) {
    const countedSeconds = Math.min(run.end - run.start, MAX_COUNTED_SECONDS);
    const score = countedSeconds - WEIGHT_OF_DISTANCE * distance(run);
    if (score > best) [found, best] = [run, score];
  }
  return found;
}
