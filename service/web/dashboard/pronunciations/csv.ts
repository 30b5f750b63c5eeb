/** Tables as RFC 4180 writes them, with commas or, as spreadsheets of some languages do, semicolons. */

export type Delimiter = "," | ";";

/** A row of a table, with the line of the file that it begins in, from 1. */
interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const BYTE_ORDER_MARK = "\u{FEFF}";

/** Reads a table without its empty rows; undefined where a quotation mark is not closed, or text follows a closed one. */
export function parseCsv(text: string): readonly CsvRow[] | undefined {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  // A cell and what ends it: in quotation marks, where two are one, or without any.
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

/** What spreadsheets take for a formula, behind the apostrophes that keep them from it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Makes a cell a text in every spreadsheet; `fromHarmless` gives back what it was. */
function harmless(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function fromHarmless(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/**
 * Writes a table with a byte order mark, without which spreadsheets take UTF-8 for something else.
 *
 * No cell is a formula to them: what looks like one gets an apostrophe before it, which `parseCsv` takes off again.
 */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: Delimiter): string {
  const lines = rows.map(
    (cells) => `${cells.map((cell) => quotedIfNeeded(harmless(cell))).join(delimiter)}\r\n`,
  );
  return `${BYTE_ORDER_MARK}${lines.join("")}`;
}

/** The one that the first line, outside quotation marks, has more of. */
function delimiterOf(text: string): Delimiter {
  const [firstLine = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  return firstLine.split(";").length > firstLine.split(",").length ? ";" : ",";
}

function quotedIfNeeded(cell: string): string {
  return /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
