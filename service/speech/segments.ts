import type { RecognisedWord } from "../engine/model.ts";
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

/** A pause this long ends a segment. */
const PAUSE_SECONDS = 0.8;
/** A segment longer than this ends at its next pause of any length between words. */
const LONG_SECONDS = 15;

/** Cuts words into segments at pauses. */
export function segmentsOf(words: readonly TranscriptWord[]): readonly Segment[] {
  const segments: Segment[] = [];
  let current: TranscriptWord[] = [];
  for (const word of words) {
    const [first] = current;
    const last = current.at(-1);
    const isCut =
      first !== undefined &&
      last !== undefined &&
      (word.start - last.end >= PAUSE_SECONDS || last.end - first.start >= LONG_SECONDS);
    if (isCut) {
      segments.push(segmentOf(current));
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) segments.push(segmentOf(current));
  return segments;
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
