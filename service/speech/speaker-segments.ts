import type { SpeakerTurn } from "../engine/model/model.ts";
import { segmentsOf, type Segment, type TranscriptWord } from "./segments.ts";

/** A segment with the letter of its speaker. */
export interface SpeakerSegment extends Segment {
  readonly speaker: string;
}

/** Cuts words into segments as `segmentsOf` does, and where the speaker changes; `turns` are in order of time. */
export function speakerSegments(
  words: readonly TranscriptWord[],
  turns: readonly SpeakerTurn[],
): readonly SpeakerSegment[] {
  const parts: { readonly speaker: number; readonly words: TranscriptWord[] }[] = [];
  const speakers = speakersOf(words, turns);
  for (const [place, word] of words.entries()) {
    const speaker = speakers[place] ?? 0;
    const part = parts.at(-1);
    if (part?.speaker === speaker) part.words.push(word);
    else parts.push({ speaker, words: [word] });
  }
  return parts.flatMap(({ speaker, words: spoken }) =>
    segmentsOf(spoken).map((segment) => ({ ...segment, speaker: letterOf(speaker) })),
  );
}

/** Returns the number of the speaker of each word; `turns` are in order of time. */
export function speakersOf(
  words: readonly TranscriptWord[],
  turns: readonly SpeakerTurn[],
): readonly number[] {
  let at = 0;
  return words.map(({ start, end }) => {
    const middle = (start + end) / 2;
    while (at + 1 < turns.length && isNearer(turns[at + 1]!, turns[at]!, middle)) at += 1;
    return turns[at]?.speaker ?? 0;
  });
}

/** Returns whether the middle of a word is nearer to the next turn; inexact times may put it between two. */
function isNearer(next: SpeakerTurn, now: SpeakerTurn, middle: number): boolean {
  return next.start - middle <= Math.max(0, middle - now.end);
}

function letterOf(speaker: number): string {
  return String.fromCodePoint("A".codePointAt(0)! + speaker);
}
