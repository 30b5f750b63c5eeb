import type { Pronunciation } from "../frame/content.ts";

/** An entry as it is being written. */
export interface Draft {
  readonly word: string;
  readonly kind: "alias" | "ipa";
  readonly saying: string;
  readonly caseSensitive: boolean;
  readonly wordBoundaries: boolean;
}

/** An entry as the API takes it. */
export function entryOf({ word, kind, saying, caseSensitive, wordBoundaries }: Draft) {
  return {
    word,
    [kind]: saying,
    case_sensitive: caseSensitive,
    word_boundaries: wordBoundaries,
  };
}

/** The draft that an entry, or a new one, is written from. */
export function draftOf(entry: Pronunciation | undefined): Draft {
  return {
    word: entry?.word ?? "",
    kind: entry?.ipa === undefined ? "alias" : "ipa",
    saying: entry?.alias ?? entry?.ipa ?? "",
    caseSensitive: entry?.case_sensitive ?? false,
    wordBoundaries: entry?.word_boundaries ?? true,
  };
}
