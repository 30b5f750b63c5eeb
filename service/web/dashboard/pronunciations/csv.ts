/** Tables as RFC 4180 writes them, with commas or, as spreadsheets of some languages do, semicolons. */

export type Delimiter = "," | ";";

/** A row of a table, with the line of the file that it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quotation mark is not closed, or text follows a closed one. */
export class CsvQuoteError extends Error {
  override readonly name = "CsvQuoteError";
}

const BYTE_ORDER_MARK = "\u{FEFF}";

/** A cell and what ends it: in quotation marks, where two are one, or without any. */
const CELLS: Readonly<Record<Delimiter, RegExp>> = {
  ",": /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*|))(,|\r\n|\r|\n|$)/y,
  ";": /(?:"((?:[^"]|"")*)"|([^";\r\n][^;\r\n]*|))(;|\r\n|\r|\n|$)/y,
};

/** Reads a table; empty rows are left out. Throws CsvQuoteError. */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  const pattern = new RegExp(CELLS[delimiter]);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let startLine = 1;
  let line = 1;
  for (;;) {
    const match = pattern.exec(source);
    if (match === null) throw new CsvQuoteError(`line ${line}`);
    const [whole, quoted, plain = "", end = ""] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === delimiter) continue;
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: startLine, cells });
    if (end === "") return rows;
    cells = [];
    startLine = line;
  }
}

/** Writes a table with a byte order mark, without which spreadsheets take UTF-8 for something else. */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: Delimiter): string {
  const lines = rows.map((cells) => `${cells.map(quotedIfNeeded).join(delimiter)}\r\n`);
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
