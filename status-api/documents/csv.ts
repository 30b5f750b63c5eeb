export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

type Cell = string | number | boolean | null;

/** Writes rows as RFC 4180 has them. A text that a spreadsheet would take for a formula gets a quote before it, and one at which a Turkish Excel would begin a new cell stands in quotation marks. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
