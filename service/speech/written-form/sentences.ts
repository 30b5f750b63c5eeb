import { endsClause } from "./verb-forms.ts";

/** A word that was heard, with its place in the audio. */
export interface TimedWord {
  readonly text: string;
  /** As a model that writes capitals and marks itself has it. */
  readonly written?: string;
  /** True where the text is written already, as whoever expected the word spells it. */
  readonly isSpelled?: boolean;
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
}

/** A pause this long ends a sentence, whatever was said. */
export const SENTENCE_PAUSE_SECONDS = 0.5;
/** A pause this long ends a sentence behind its verb: Turkish sentences end in one. */
const PAUSE_BEHIND_VERB_SECONDS = 0.24;

/** Says whether a word, or the marks behind one, end a sentence. */
export function endsSentence(written: string): boolean {
  return /[.?!…]["'”’»)\]]*$/u.test(written);
}

/** Cuts what was said into sentences, at its pauses where its marks do not say; nothing is lost or moved, and no sentence is empty. */
export function sentencesOf<Word extends TimedWord>(
  words: readonly Word[],
): readonly (readonly Word[])[] {
  const sentences: Word[][] = [];
  for (const word of words) {
    const sentence = sentences.at(-1);
    const before = sentence?.at(-1);
    if (before === undefined || isCut(before, word)) sentences.push([word]);
    else sentence?.push(word);
  }
  return sentences;
}

function isCut(before: TimedWord, word: TimedWord): boolean {
  if (before.written !== undefined) return endsSentence(before.written);
  const pauseSeconds = word.start - before.end;
  if (pauseSeconds >= SENTENCE_PAUSE_SECONDS) return true;
  return pauseSeconds >= PAUSE_BEHIND_VERB_SECONDS && endsClause(before.text);
}
