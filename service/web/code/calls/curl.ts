import { type CallWriter, type FieldValue, plainValue } from "./call.ts";

const MAX_LINE_CHARACTERS = 72;

/** Calls as shell commands; there is no `live`, because curl does not support WebSockets. */
export const curl: CallWriter = {
  transcription: ({ fields, file }, baseUrl) =>
    command(`${baseUrl}/v1/audio/transcriptions`, [
      ...Object.entries(fields).flatMap(([name, value]) => formFields(name, value)),
      `-F ${quoted(`file=@${uploadName(file)}`)}`,
    ]),
  speech: ({ fields, file }, baseUrl) =>
    command(`${baseUrl}/v1/audio/speech`, [
      '-H "Content-Type: application/json"',
      `-d ${inQuotes(json(fields))}`,
      `-o ${quoted(file)}`,
    ]),
  live: undefined,
};

function command(address: string, options: readonly string[]): string {
  return [`curl ${address}`, '-H "Authorization: Bearer $API_KEY"', ...options].join(" \\\n  ");
}

function formFields(name: string, value: FieldValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: FieldValue) => formFields(`${name}[]`, one));
  return [`-F ${quoted(`${name}=${plainValue(value)}`)}`];
}

/** Returns fields as JSON: on one line up to `MAX_LINE_CHARACTERS` characters, otherwise indented. */
function json(fields: unknown): string {
  const lines = JSON.stringify(fields, null, 2);
  const line = lines.replaceAll(/\n\s*/g, " ").replace(/^\{ /, "{").replace(/ \}$/, "}");
  return line.length <= MAX_LINE_CHARACTERS ? line : lines.replaceAll("\n", "\n  ");
}

/** Quotes a file name with a comma, semicolon or quotation mark: curl splits unquoted names at commas and semicolons. */
function uploadName(file: string): string {
  return /[,;"]/.test(file) ? `"${file.replaceAll(/["\\]/g, "\\$&")}"` : file;
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : inQuotes(text);
}

/** Wraps a text in single quotes, in which a shell expands nothing; single quotes in the text are escaped outside them. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
