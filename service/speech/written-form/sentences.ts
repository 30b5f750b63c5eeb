import { endsClause } from "./verb-forms.ts";

/** A recognised word with its position in the audio. */
export interface TimedWord {
  readonly text: string;
  /** The word as written by a model that adds capitals and punctuation itself. */
  readonly written?: string;
  /** True where `text` already has the spelling of the client's prompt. */
  readonly isSpelled?: boolean;
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
}

/** A pause this long, in seconds, ends a sentence after any word. */
export const SENTENCE_PAUSE_SECONDS = 0.5;
/** A pause this long ends a sentence after a verb, with which Turkish sentences end. */
const PAUSE_BEHIND_VERB_SECONDS = 0.24;

/** Returns whether a word, or the marks after one, end a sentence. */
export function endsSentence(written: string): boolean {
  return /[.?!…]["'”’»)\]]*$/u.test(written);
}

/**
 * Cuts words into sentences, at the model's punctuation where it writes any, otherwise at pauses; keeps all words in order, and
 * returns no empty sentence.
 */
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
