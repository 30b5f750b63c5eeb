import { normalizeTurkish } from "./turkish-text.ts";

/** How far a transcript is from what was said. */
interface TextDistance {
  /** Word edits over the words that were said; above 1 when more was heard than said. */
  readonly wordErrorRatio: number;
  /** Character edits over the characters that were said, spaces included. */
  readonly characterErrorRatio: number;
}

/** Compares two Turkish texts after normalisation. */
export function textDistance(said: string, heard: string): TextDistance {
  const saidText = normalizeTurkish(said);
  const heardText = normalizeTurkish(heard);
  const saidWords = wordsOf(said);
  return {
    wordErrorRatio: editCount(saidWords, wordsOf(heard)) / Math.max(1, saidWords.length),
    characterErrorRatio:
      editCount(Array.from(saidText), Array.from(heardText)) / Math.max(1, saidText.length),
  };
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return normalizeTurkish(text)
    .split(" ")
    .filter((word) => word !== "");
}

/** The Levenshtein distance, in one row of memory. */
function editCount(from: readonly string[], to: readonly string[]): number {
  const row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, item] of from.entries()) {
    let diagonal = index;
    row[0] = index + 1;
    for (let column = 1; column <= to.length; column += 1) {
      const above = row[column] ?? 0;
      const left = row[column - 1] ?? 0;
      const replaced = diagonal + (item === to[column - 1] ? 0 : 1);
      row[column] = Math.min(replaced, above + 1, left + 1);
      diagonal = above;
    }
  }
  return row[to.length] ?? 0;
}
