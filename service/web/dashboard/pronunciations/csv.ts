/** Reads and writes RFC 4180 tables, delimited by commas or, as spreadsheets in some languages do, by semicolons. */

export type Delimiter = "," | ";";

/** A row of a table; `line` is the line of the file where it begins, from 1. */
interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const BYTE_ORDER_MARK = "\u{FEFF}";

/** Reads a table without its empty rows; returns undefined if a quotation mark is not closed or text follows a closed one. */
export function parseCsv(text: string): readonly CsvRow[] | undefined {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  // A cell, quoted (with quotation marks doubled) or plain, and the delimiter or line break that ends it.
  const cell = `(?:"((?:[^"]|"")*)"|([^"${delimiter}\r\n][^${delimiter}\r\n]*|))`;
  const pattern = new RegExp(`${cell}(${delimiter}|\r\n|\r|\n|$)`, "y");
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let startLine = 1;
  let line = 1;
  for (;;) {
    const match = pattern.exec(source);
    if (match === null) return undefined;
    const [whole, quoted, plain = "", end = ""] = match;
    cells.push(fromHarmless(quoted?.replaceAll('""', '"') ?? plain));
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === delimiter) continue;
    if (cells.some((written) => written.trim() !== "")) rows.push({ line: startLine, cells });
    if (end === "") return rows;
    cells = [];
    startLine = line;
  }
}

/** Matches what spreadsheets take for a formula, also behind apostrophes that prevent it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Escapes a cell that a spreadsheet would take for a formula; `fromHarmless` reverses it. */
function harmless(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function fromHarmless(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/**
 * Writes a table with a byte order mark, without which spreadsheets misread UTF-8.
 *
 * Cells that look like formulas get a leading apostrophe, which `parseCsv` removes.
 */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: Delimiter): string {
  const lines = rows.map(
    (cells) => `${cells.map((cell) => quotedIfNeeded(harmless(cell))).join(delimiter)}\r\n`,
  );
  return `${BYTE_ORDER_MARK}${lines.join("")}`;
}

/** Returns the delimiter that occurs more often in the first line, outside quotation marks. */
function delimiterOf(text: string): Delimiter {
  const [firstLine = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  return firstLine.split(";").length > firstLine.split(",").length ? ";" : ",";
}

function quotedIfNeeded(cell: string): string {
  return /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
