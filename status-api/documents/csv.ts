export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

type Cell = string | number | boolean | null;

/**
 * Writes rows as CSV (RFC 4180). Text that a spreadsheet would take for a formula gets a leading `'`, and text with a
 * semicolon, at which a Turkish Excel would begin a new cell, is quoted.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
