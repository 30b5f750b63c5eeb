import { foldedWord } from "./text-units.ts";

/** Replaces a word in speech by other words, or by sounds in IPA. */
export type PronunciationRule = (
  | { readonly alias: string; readonly ipa?: undefined }
  | { readonly ipa: string; readonly alias?: undefined }
) & {
  /** In the form that `tidyWord` returns. */
  readonly word: string;
  readonly caseSensitive: boolean;
  /** Whether the word has to stand by itself: no letter, mark or digit before or after it. */
  readonly wordBoundaries: boolean;
};

/** An entry of an account's dictionary. */
export type Pronunciation = PronunciationRule & {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Returns a key that is equal for two rules of the same word; case-sensitive rules share none with others. */
export function wordKey({ word, caseSensitive }: PronunciationRule): string {
  return caseSensitive ? `=${word}` : `~${foldedWord(word)}`;
}
