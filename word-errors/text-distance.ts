import { editDistance } from "./edit-distance.ts";
import { normalizeTurkish } from "./turkish-text.ts";

/** How far a transcript is from what was said. */
interface TextDistance {
  /** Word edits over the words that were said; above 1 when more was heard than said. */
  readonly wordErrorRatio: number;
  /** Character edits over the characters that were said, spaces included. */
  readonly characterErrorRatio: number;
}

/** Edits that lead from what was said to a transcript, beside how much was said. */
export interface TextErrors {
  readonly wordEdits: number;
  readonly words: number;
  readonly characterEdits: number;
  /** Spaces included. */
  readonly characters: number;
}

/** Compares two Turkish texts after normalisation. */
export function textDistance(said: string, heard: string): TextDistance {
  return errorRatios(textErrors(said, heard));
}

/** Counts in what two Turkish texts differ after normalisation. */
export function textErrors(said: string, heard: string): TextErrors {
  const words = wordsOf(said);
  const characters = Array.from(normalizeTurkish(said));
  return {
    wordEdits: editDistance(words, wordsOf(heard)),
    words: words.length,
    characterEdits: editDistance(characters, Array.from(normalizeTurkish(heard))),
    characters: characters.length,
  };
}

/** Returns the ratios of one text, or of the sums of many. */
export function errorRatios(errors: TextErrors): TextDistance {
  return {
    wordErrorRatio: errors.wordEdits / Math.max(1, errors.words),
    characterErrorRatio: errors.characterEdits / Math.max(1, errors.characters),
  };
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return normalizeTurkish(text)
    .split(" ")
    .filter((word) => word !== "");
}
