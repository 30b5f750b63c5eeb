import { MonitorFileError } from "./located-document.ts";

/** Byte order marks of UTF-16. */
const UTF16_MARKS = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] } as const;

/** Decodes a monitor file in UTF-8, or in UTF-16 with a byte order mark; throws `MonitorFileError` for any other encoding. */
export function decodeMonitorFile(file: string, bytes: Buffer): string {
  const [utf16] = Object.entries(UTF16_MARKS).find(([, mark]) =>
    mark.every((byte, index) => bytes[index] === byte),
  ) ?? [undefined];
  const encoding = utf16 ?? "utf-8";
  try {
    return refuseControlCharacters(file, new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof MonitorFileError) throw error;
    // The text before the first unreadable byte gives the line number.
    const before = new TextDecoder(encoding).decode(bytes).split("\ufffd", 1)[0] ?? "";
    throw new MonitorFileError(
      `${file}:${lineAfter(before)}: is not ${encoding.toUpperCase()}; save the file in UTF-8`,
      error,
    );
  }
}

/** Throws for control characters: YAML does not allow them, and a text in another encoding is full of them. */
function refuseControlCharacters(file: string, text: string): string {
  const at = text.search(/[^\t\n\r\u0020-\u007e\u0085\u00a0-\u{10ffff}]/u);
  if (at < 0) return text;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  throw new MonitorFileError(
    `${file}:${lineAfter(text.slice(0, at))}: has the control character U+${code}; save the file in UTF-8`,
  );
}

function lineAfter(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
