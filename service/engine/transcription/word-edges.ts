import type { QuietRun, QuietRuns } from "./quiet-runs.ts";

/** How far a word's end may lie behind where its letters place it, and before it, in seconds: last sounds are long. */
export const END_WITHIN = { before: 0.1, behind: 0.35 };
/** How far a word's start may lie from where its letters place it, in seconds. */
const START_WITHIN = 0.1;
/** Longer quiet says no more than this, in seconds. */
const TELLING_SECONDS = 0.3;
/** Seconds of quiet that outweigh a second of distance: the closure of a "t" in a word is short, and lies apart. */
const WEIGHT_OF_DISTANCE = 0.3;

/** Finds the quiet beside words, which measures their ends and starts; letters place them roughly. */
export class WordEdges {
  readonly #quiet: QuietRuns;
  readonly #aheadSeconds: number;

  /** @param aheadSeconds how much audio behind the decoded one is known */
  constructor(quiet: QuietRuns, aheadSeconds: number) {
    this.#quiet = quiet;
    this.#aheadSeconds = aheadSeconds;
  }

  /** Returns the quiet that a word ends with, once audio was decoded so far; undefined where sound goes on. */
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

  /** Returns until when it stays quiet from a moment on, as far as that is known. */
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
    const telling = Math.min(run.end - run.start, TELLING_SECONDS);
    const score = telling - WEIGHT_OF_DISTANCE * distance(run);
    if (score > best) [found, best] = [run, score];
  }
  return found;
}
