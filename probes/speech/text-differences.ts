import { wordsOf } from "./text-distance.ts";

/** Words in a row that both texts have, that were said but not heard, or that were heard but not said. */
export interface TextDifference {
  readonly kind: "same" | "missing" | "added";
  readonly words: string;
}

/** More words than any clip or sentence has; the table of the alignment is kept small. */
const MAX_WORDS = 1_000;

/** Aligns two Turkish texts word by word with the fewest edits, after the normalisation by which they are compared. */
export function textDifferences(said: string, heard: string): TextDifference[] {
  const from = wordsOf(said).slice(0, MAX_WORDS);
  const to = wordsOf(heard).slice(0, MAX_WORDS);
  const costs = costsOf(from, to);
  const cost = (row: number, column: number): number => costs[row]?.[column] ?? Infinity;
  const differences: TextDifference[] = [];
  let row = 0;
  let column = 0;
  while (row < from.length || column < to.length) {
    const here = cost(row, column);
    if (row < from.length && from[row] === to[column] && here === cost(row + 1, column + 1)) {
      append(differences, "same", from[row++] ?? "");
      column += 1;
    } else if (row < from.length && here === 1 + cost(row + 1, column)) {
      append(differences, "missing", from[row++] ?? "");
    } else if (column < to.length && here === 1 + cost(row, column + 1)) {
      append(differences, "added", to[column++] ?? "");
    } else {
      append(differences, "missing", from[row++] ?? "");
      append(differences, "added", to[column++] ?? "");
    }
  }
  return gathered(differences);
}

/** Writes differences in one line: `said [-missing-] {+added+}`. */
export function markDifferences(differences: readonly TextDifference[]): string {
  const marks = { same: ["", ""], missing: ["[-", "-]"], added: ["{+", "+}"] } as const;
  return differences
    .map(({ kind, words }) => `${marks[kind][0]}${words}${marks[kind][1]}`)
    .join(" ");
}

/** The edits that are left from each place in both texts on. */
function costsOf(from: readonly string[], to: readonly string[]): number[][] {
  const costs = Array.from({ length: from.length + 1 }, () =>
    Array.from({ length: to.length + 1 }, () => 0),
  );
  for (let row = from.length; row >= 0; row -= 1) {
    for (let column = to.length; column >= 0; column -= 1) {
      const at = (below: number, right: number): number =>
        costs[row + below]?.[column + right] ?? Infinity;
      const isEnd = row === from.length && column === to.length;
      const replaced = at(1, 1) + (from[row] === to[column] ? 0 : 1);
      const line = costs[row];
      if (line !== undefined)
        line[column] = isEnd ? 0 : Math.min(replaced, at(1, 0) + 1, at(0, 1) + 1);
    }
  }
  return costs;
}

function append(differences: TextDifference[], kind: TextDifference["kind"], words: string): void {
  differences.push({ kind, words });
}

/** Joins neighbours of one kind; of words that were replaced, first all that are missing. */
function gathered(differences: readonly TextDifference[]): TextDifference[] {
  const runs: TextDifference[] = [];
  let missing: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    if (missing.length > 0) runs.push({ kind: "missing", words: missing.join(" ") });
    if (added.length > 0) runs.push({ kind: "added", words: added.join(" ") });
    missing = [];
    added = [];
  };
  for (const { kind, words } of differences) {
    const last = runs.at(-1);
    if (kind === "missing") missing.push(words);
    else if (kind === "added") added.push(words);
    else if (missing.length + added.length === 0 && last?.kind === "same") {
      runs[runs.length - 1] = { kind, words: `${last.words} ${words}` };
    } else {
      flush();
      runs.push({ kind, words });
    }
  }
  flush();
  return runs;
}
