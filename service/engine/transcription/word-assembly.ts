import type { RecognisedWord } from "../model/model.ts";

/** A letter as the decoder heard it. */
export interface HeardLetter {
  readonly text: string;
  /** First and last step in which it was the best token. */
  readonly firstStep: number;
  readonly lastStep: number;
  /** Natural logarithm of its probability where it was surest. */
  readonly logProbability: number;
}

/** How steps of a network lie in time, in seconds. */
export interface StepTiming {
  readonly stepSeconds: number;
  /** From a word's first step to the moment it begins, usually negative: a network hears before it decides. */
  readonly startOffset: number;
  /** From the end of a word's last step to the moment it ends. */
  readonly endOffset: number;
}

/** Makes a word of its letters; confidence is the geometric mean of theirs. */
export function wordOf(
  letters: readonly HeardLetter[],
  timing: StepTiming,
  notBefore: number,
): RecognisedWord {
  const first = letters[0]!.firstStep * timing.stepSeconds + timing.startOffset;
  const last = (letters.at(-1)!.lastStep + 1) * timing.stepSeconds + timing.endOffset;
  const start = Math.max(notBefore, first);
  const sum = letters.reduce((total, letter) => total + letter.logProbability, 0);
  return {
    text: letters.map((letter) => letter.text).join(""),
    start: milliseconds(start),
    end: milliseconds(Math.max(start, last)),
    confidence: Math.min(1, Math.exp(sum / letters.length)),
  };
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
