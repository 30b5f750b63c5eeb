import { ApiError } from "../../contract/errors.ts";

/** Maximum nesting: more than any request needs, and safe for recursive code. */
const MAX_LEVELS = 64;

/** Reads the body of a request as JSON in UTF-8; throws ApiError (invalid_json). */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  if (isTooDeep(text)) {
    throw new ApiError("invalid_json", `The body is nested deeper than ${MAX_LEVELS} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("invalid_json");
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("invalid_json", "The body is not in UTF-8.");
  }
}

function isTooDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") levels += 1;
    else if (character === "]" || character === "}") levels -= 1;
    if (levels > MAX_LEVELS) return true;
  }
  return false;
}

/** Returns the index of the quote that closes the string at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
