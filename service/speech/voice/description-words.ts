/** A description cut into words. */

/** A word of a description. */
export interface DescriptionWord {
  readonly written: string;
  readonly folded: string;
  /** Whether a comma, full stop or the like stands between this word and the one before. */
  readonly beginsClause: boolean;
}

/** A word may carry an apostrophe: Turkish endings of names and numbers, English contractions. */
const WORD_OR_BREAK = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+|[.,;:!?…]/gu;
const WORD = /^[\p{L}\p{N}]/u;
const CONTRACTED_NOT = /n['’]t$/u;
const APOSTROPHE_AND_ENDING = /['’].*$/u;

/**
 * Returns a text in lower case without diacritics. I, ı, İ and i become i, for capitals of both languages and for Turkish typed
 * in ASCII.
 */
export function fold(text: string): string {
  return text.replace(/[ıİI]/gu, "i").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

/** Cuts a description into its words. */
export function descriptionWords(text: string): readonly DescriptionWord[] {
  const words: DescriptionWord[] = [];
  let beginsClause = true;
  for (const written of text.normalize("NFC").match(WORD_OR_BREAK) ?? []) {
    if (!WORD.test(written)) {
      beginsClause = true;
      continue;
    }
    words.push({ written, folded: foldedWord(written), beginsClause });
    beginsClause = false;
  }
  return words;
}

/** Returns "not" for "don't", and the part before the apostrophe for "narrator's" and "20'li". */
function foldedWord(written: string): string {
  const folded = fold(written);
  return CONTRACTED_NOT.test(folded) ? "not" : folded.replace(APOSTROPHE_AND_ENDING, "");
}
