/** A value of a table for a terminal; null is written as none. */
export type Cell = string | number | null;

/** Writes a table; columns of numbers are right-aligned, the others left-aligned. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "(none)\n";
  const texts = rows.map((row) => row.map(cellText));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const isNumeric = titles.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumeric[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [titles, ...texts].map((cells) => `${line(cells)}\n`).join("");
}

/** Writes a line for each title with its value. */
export function fields(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.map(([title, value]) => `${title.padEnd(width)}  ${value}\n`).join("");
}

function cellText(cell: Cell): string {
  if (cell === null) return "none";
  return typeof cell === "number" ? cell.toLocaleString("en") : cell;
}
