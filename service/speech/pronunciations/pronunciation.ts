import { foldedWord } from "./text-units.ts";

/** What is said in a word's place: other words, or sounds in IPA. */
export type PronunciationRule = (
  | { readonly alias: string; readonly ipa?: undefined }
  | { readonly ipa: string; readonly alias?: undefined }
) & {
  /** As `tidyWord` leaves it. */
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

/** Returns what is the same for two rules of the same word; a word with its case is another than one without. */
export function wordKey({ word, caseSensitive }: PronunciationRule): string {
  return caseSensitive ? `=${word}` : `~${foldedWord(word)}`;
}
