import type { RecognisedWord } from "../engine/model/model.ts";
import { endsSentence } from "./written-form/sentences.ts";
import { textOf, type WrittenWord } from "./written-form/written-words.ts";

/** A recognised word in its written form. */
export type TranscriptWord = WrittenWord<RecognisedWord>;

/** A passage of speech, cut at a sentence end or a pause. */
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
/** Bonus, in seconds of pause, of a cut in the middle over one at an end. */
const MIDDLE_WORTH_SECONDS = 0.3;

/** Cuts words into segments: at sentence ends, at pauses, and long sentences at their longest pauses. */
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

/** Cuts words in two, preferring long pauses near the middle, and the parts again, until none is too long. */
export function splitWhile(
  isTooLong: (words: readonly TranscriptWord[]) => boolean,
  words: readonly TranscriptWord[],
): readonly (readonly TranscriptWord[])[] {
  if (words.length < 2 || !isTooLong(words)) return [words];
  const cut = bestCut(words);
  return [words.slice(0, cut), words.slice(cut)].flatMap((part) => splitWhile(isTooLong, part));
}

/** Returns the segment of words, of which there is at least one. */
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
