import type { Pronunciation } from "../frame/content.ts";
import { parseCsv, writeCsv, type Delimiter } from "./csv.ts";

export type FileFault = "empty" | "no-word-column" | "open-quote" | "not-utf-8" | "too-long";

/** An entry of a file in the format of the API, with its line number. */
export interface FileLine {
  readonly line: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

const COLUMNS = ["word", "alias", "ipa", "case_sensitive", "word_boundaries"] as const;
const FLAGS: ReadonlySet<string> = new Set(["case_sensitive", "word_boundaries"]);
/** How spreadsheets write true and false. */
const TRUE = /^(?:true|1|yes|evet|doğru)$/i;
const FALSE = /^(?:false|0|no|hayır|yanlış)$/i;

/** Writes a dictionary as a CSV table. */
export function writeDictionary(
  entries: readonly Pick<Pronunciation, (typeof COLUMNS)[number]>[],
  delimiter: Delimiter,
): string {
  const rows = entries.map((entry) => COLUMNS.map((column) => String(entry[column] ?? "")));
  return writeCsv([COLUMNS, ...rows], delimiter);
}

/** Reads the lines of a dictionary file; returns the reason where it has none, more than `maxLines`, or cannot be read. */
export function readDictionary(
  bytes: Uint8Array,
  maxLines: number,
): readonly FileLine[] | FileFault {
  const text = decoded(bytes);
  if (text === undefined) return "not-utf-8";
  const rows = parseCsv(text);
  if (rows === undefined) return "open-quote";
  const [head, ...lines] = rows;
  if (head === undefined) return "empty";
  const columns = head.cells.map((cell) => cell.trim().toLowerCase());
  if (!columns.includes("word")) return "no-word-column";
  if (lines.length === 0) return "empty";
  if (lines.length > maxLines) return "too-long";
  return lines.map(({ line, cells }) => ({ line, entry: entryOf(columns, cells) }));
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the non-empty cells by column; the service validates them. */
function entryOf(columns: readonly string[], cells: readonly string[]): FileLine["entry"] {
  const known = COLUMNS.flatMap((column) => {
    const cell = cells[columns.indexOf(column)]?.trim() ?? "";
    return cell === "" ? [] : [[column, FLAGS.has(column) ? flagOf(cell) : cell]];
  });
  return Object.fromEntries(known);
}

function flagOf(cell: string): boolean | string {
  if (TRUE.test(cell)) return true;
  return FALSE.test(cell) ? false : cell;
}
