/** Something said from one moment to another, in seconds. */
export interface Timed {
  readonly start: number;
  readonly end: number;
}

/** A pause this long ends a sentence. */
export const SENTENCE_PAUSE_SECONDS = 0.5;

/** Cuts what was said into sentences at its pauses; nothing is lost or moved, and no sentence is empty. */
export function sentencesOf<Word extends Timed>(
  words: readonly Word[],
): readonly (readonly Word[])[] {
  const sentences: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    const sentence = sentences.at(-1);
    if (sentence === undefined || word.start - end >= SENTENCE_PAUSE_SECONDS)
      sentences.push([word]);
    else sentence.push(word);
    end = word.end;
  }
  return sentences;
}
