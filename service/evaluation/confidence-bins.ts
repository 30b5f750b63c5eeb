import { textDifferences } from "#word-errors/text-differences.ts";
import { wordsOf } from "#word-errors/text-distance.ts";
import type { HeardClip } from "./heard-clip.ts";

const BINS = 10;

/** Recognised words of similar confidence. */
export interface ConfidenceBin {
  /** Range of confidence of its words. */
  readonly from: number;
  readonly to: number;
  readonly words: number;
  /** Mean confidence of its words; NaN without any. */
  readonly confidence: number;
  /** Share of its words that are right; NaN without any. */
  readonly right: number;
}

/** Returns, for ten bins of confidence, the share of recognised words that are right; true confidence equals that share. */
export function confidenceBins(clips: readonly HeardClip[]): readonly ConfidenceBin[] {
  const judged = clips.flatMap(judgedWords);
  return Array.from({ length: BINS }, (_, bin) => {
    const own = judged.filter(({ confidence }) => binOf(confidence) === bin);
    const mean = (of: (word: JudgedWord) => number) =>
      own.reduce((sum, word) => sum + of(word), 0) / own.length;
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      words: own.length,
      confidence: mean(({ confidence }) => confidence),
      right: mean(({ isRight }) => (isRight ? 1 : 0)),
    };
  });
}

interface JudgedWord {
  readonly confidence: number;
  readonly isRight: boolean;
}

function binOf(confidence: number): number {
  return Math.min(BINS - 1, Math.floor(BINS * confidence));
}

/** Returns whether each word is right. A recognised word may be several compared ones, as a number in digits is. */
function judgedWords({ text, words }: HeardClip): readonly JudgedWord[] {
  const heard = words.flatMap((word) =>
    wordsOf(word.text).map((one) => ({ text: one, confidence: word.confidence })),
  );
  const differences = textDifferences(text, heard.map((word) => word.text).join(" "));
  const areRight = differences
    .filter(({ kind }) => kind !== "missing")
    .flatMap(({ kind, words: row }) => row.split(" ").map(() => kind === "same"));
  return areRight.map((isRight, at) => ({ confidence: heard[at]!.confidence, isRight }));
}
