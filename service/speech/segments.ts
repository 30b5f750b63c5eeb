import type { RecognisedWord } from "../engine/model/model.ts";
import { endsSentence } from "./written-form/sentences.ts";
import { textOf, type WrittenWord } from "./written-form/written-words.ts";

/** A heard word in its written form. */
export type TranscriptWord = WrittenWord<RecognisedWord>;

/** A stretch of speech between pauses. */
export interface Segment {
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
  readonly text: string;
  readonly words: readonly TranscriptWord[];
}

const PAUSE_SECONDS = 0.8;
/** A sentence longer than this is cut at its longest pauses. */
const LONG_SECONDS = 15;
/** How much nearer to the middle, in seconds of pause, a cut at the middle counts than one at an end. */
const MIDDLE_WORTH_SECONDS = 0.3;

/** Cuts words into segments: at sentence ends, at pauses, and long sentences where they pause longest. */
export function segmentsOf(words: readonly TranscriptWord[]): readonly Segment[] {
  const sentences: TranscriptWord[][] = [];
  for (const word of words) {
    const sentence = sentences.at(-1);
    const before = sentence?.at(-1);
    const isCut =
      before === undefined || endsSentence(before.mark) || word.start - before.end >= PAUSE_SECONDS;
    if (isCut) sentences.push([word]);
    else sentence?.push(word);
  }
  const isTooLong = (part: readonly TranscriptWord[]) => secondsOf(part) > LONG_SECONDS;
  return sentences.flatMap((sentence) => splitWhile(isTooLong, sentence)).map(segmentOf);
}

/** Cuts words in two, at their longest pause and near their middle, and the parts again, while they are too long. */
export function splitWhile(
  isTooLong: (words: readonly TranscriptWord[]) => boolean,
  words: readonly TranscriptWord[],
): readonly (readonly TranscriptWord[])[] {
  if (words.length < 2 || !isTooLong(words)) return [words];
  const cut = bestCut(words);
  return [words.slice(0, cut), words.slice(cut)].flatMap((part) => splitWhile(isTooLong, part));
}

/** Makes one segment of words; there is at least one. */
export function segmentOf(words: readonly TranscriptWord[]): Segment {
  return {
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: textOf(words),
    words,
  };
}

function bestCut(words: readonly TranscriptWord[]): number {
  let best = { cut: 1, worth: -Infinity };
  for (let cut = 1; cut < words.length; cut += 1) {
    const pauseSeconds = words[cut]!.start - words[cut - 1]!.end;
    const offMiddle = Math.abs((2 * cut) / words.length - 1);
    const worth = pauseSeconds + MIDDLE_WORTH_SECONDS * (1 - offMiddle);
    if (worth > best.worth) best = { cut, worth };
  }
  return best.cut;
}

function secondsOf(words: readonly TranscriptWord[]): number {
  return (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
}
