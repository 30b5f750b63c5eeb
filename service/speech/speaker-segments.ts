import type { SpeakerStretch } from "../engine/model/model.ts";
import { segmentsOf, type Segment, type TranscriptWord } from "./segments.ts";

/** A segment with the letter of its speaker. */
export interface SpeakerSegment extends Segment {
  readonly speaker: string;
}

/** Cuts words into segments as `segmentsOf` does, and where the speaker changes; `stretches` are in order of time. */
export function speakerSegments(
  words: readonly TranscriptWord[],
  stretches: readonly SpeakerStretch[],
): readonly SpeakerSegment[] {
  const turns: { readonly speaker: number; readonly words: TranscriptWord[] }[] = [];
  const speakers = speakersOf(words, stretches);
  for (const [place, word] of words.entries()) {
    const speaker = speakers[place] ?? 0;
    const turn = turns.at(-1);
    if (turn?.speaker === speaker) turn.words.push(word);
    else turns.push({ speaker, words: [word] });
  }
  return turns.flatMap(({ speaker, words: spoken }) =>
    segmentsOf(spoken).map((segment) => ({ ...segment, speaker: letterOf(speaker) })),
  );
}

/** Returns the number of the speaker of each word; `stretches` are in order of time. */
export function speakersOf(
  words: readonly TranscriptWord[],
  stretches: readonly SpeakerStretch[],
): readonly number[] {
  let at = 0;
  return words.map(({ start, end }) => {
    const middle = (start + end) / 2;
    while (at + 1 < stretches.length && isNearer(stretches[at + 1]!, stretches[at]!, middle))
      at += 1;
    return stretches[at]?.speaker ?? 0;
  });
}

/** Returns whether the middle of a word is nearer to the next stretch; inexact times may put it between two. */
function isNearer(next: SpeakerStretch, now: SpeakerStretch, middle: number): boolean {
  return next.start - middle <= Math.max(0, middle - now.end);
}

function letterOf(speaker: number): string {
  return String.fromCodePoint("A".codePointAt(0)! + speaker);
}
