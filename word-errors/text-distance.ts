import { editDistance } from "./edit-distance.ts";
import { normalizeTurkish } from "./turkish-text.ts";

/** How far a transcript is from what was said. */
interface TextDistance {
  /** Word edits divided by the words that were said; can exceed 1, when more was heard than said. */
  readonly wordErrorRatio: number;
  /** Character edits divided by the characters that were said, spaces included. */
  readonly characterErrorRatio: number;
}

/** The edits between a text that was said and its transcript, and the length of that text. */
export interface TextErrors {
  readonly wordEdits: number;
  readonly words: number;
  readonly characterEdits: number;
  /** Spaces included. */
  readonly characters: number;
}

/** Returns the error ratios of a transcript; Turkish texts are normalised first. */
export function textDistance(said: string, heard: string): TextDistance {
  return errorRatios(textErrors(said, heard));
}

/** Counts the differences of two Turkish texts after normalisation. */
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

/** Returns the error ratios of one text, or of the sums of many. */
export function errorRatios(errors: TextErrors): TextDistance {
  return {
    wordErrorRatio: errors.wordEdits / Math.max(1, errors.words),
    characterErrorRatio: errors.characterEdits / Math.max(1, errors.characters),
  };
}

/** Returns the normalised words of a text. */
export function wordsOf(text: string): string[] {
  return normalizeTurkish(text)
    .split(" ")
    .filter((word) => word !== "");
}
