/** Returns the Levenshtein distance between two sequences: insertions, deletions and substitutions; uses one row of memory. */
export function editDistance(from: readonly string[], to: readonly string[]): number {
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
