import { wordsOf } from "./text-distance.ts";

/** Consecutive words that are in both texts, that were said but not heard, or that were heard but not said. */
export interface TextDifference {
  readonly kind: "same" | "missing" | "added";
  readonly words: string;
}

/** More words than any clip or sentence has; bounds the memory of the alignment table. */
const MAX_WORDS = 1_000;

/** Aligns two normalised Turkish texts word by word, so that as many words as possible match. */
export function textDifferences(said: string, heard: string): TextDifference[] {
  const from = wordsOf(said).slice(0, MAX_WORDS);
  const to = wordsOf(heard).slice(0, MAX_WORDS);
  const common = commonCounts(from, to);
  const differences: TextDifference[] = [];
  const append = (kind: TextDifference["kind"], words: readonly string[]): void => {
    if (words.length > 0) differences.push({ kind, words: words.join(" ") });
  };
  for (let row = 0, column = 0; row < from.length || column < to.length;) {
    const [fromRow, fromColumn] = [row, column];
    while ((row < from.length || column < to.length) && from[row] !== to[column]) {
      const isMissing = (common[row + 1]?.[column] ?? -1) >= (common[row]?.[column + 1] ?? -1);
      if (isMissing) row += 1;
      else column += 1;
    }
    append("missing", from.slice(fromRow, row));
    append("added", to.slice(fromColumn, column));
    const sameFrom = row;
    for (; row < from.length && from[row] === to[column]; row += 1) column += 1;
    append("same", from.slice(sameFrom, row));
  }
  return differences;
}

/** Formats differences in one line: `said [-missing-] {+added+}`. */
export function markDifferences(differences: readonly TextDifference[]): string {
  const marks = { same: ["", ""], missing: ["[-", "-]"], added: ["{+", "+}"] } as const;
  return differences
    .map(({ kind, words }) => `${marks[kind][0]}${words}${marks[kind][1]}`)
    .join(" ");
}

/** Returns, for each pair of positions, the length of the longest common subsequence of the rest of both texts. */
function commonCounts(from: readonly string[], to: readonly string[]): number[][] {
  const counts = Array.from({ length: from.length + 1 }, () =>
    Array.from({ length: to.length + 1 }, () => 0),
  );
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const at = (below: number, right: number) => counts[row + below]?.[column + right] ?? 0;
      const count = from[row] === to[column] ? 1 + at(1, 1) : Math.max(at(1, 0), at(0, 1));
      counts[row]![column] = count;
    }
  }
  return counts;
}
