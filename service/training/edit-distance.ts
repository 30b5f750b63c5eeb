/** Counts the insertions, deletions and substitutions that lead from one sequence to the other (Levenshtein). */
export function editDistance(wanted: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [at, letter] of wanted.entries()) {
    const next = [at + 1];
    for (const [column, other] of heard.entries()) {
      const replaced = row[column]! + (letter === other ? 0 : 1);
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, replaced));
    }
    row = next;
  }
  return row[heard.length]!;
}
