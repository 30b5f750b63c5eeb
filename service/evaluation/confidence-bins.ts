import { textDifferences } from "#word-errors/text-differences.ts";
import { wordsOf } from "#word-errors/text-distance.ts";
import type { HeardClip } from "./heard-clip.ts";

const BINS = 10;

/** Heard words of which a model is about as sure. */
export interface ConfidenceBin {
  /** Confidence from which on, and up to which, a word is in it. */
  readonly from: number;
  readonly to: number;
  readonly words: number;
  /** Mean confidence of its words; NaN without any. */
  readonly confidence: number;
  /** Share of its words that were said; NaN without any. */
  readonly right: number;
}

/** Counts in ten bins of confidence how many of the heard words were said: where confidence is true, it is the share that is right. */
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

/** A heard word may be several of those that are compared, as a number in digits is. */
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
