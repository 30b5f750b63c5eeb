import type { Stated } from "./stated.ts";

/** How clients write booleans in forms and addresses. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** Parses the value that a text of a form or an address stands for; one that cannot be parsed stays a text. */
export function fromText(schema: Stated, text: string): unknown {
  const kinds = [schema, ...(schema.anyOf ?? [])];
  if (kinds.some(({ type }) => type === "integer")) {
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  if (kinds.some(({ type }) => type === "number")) {
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  }
  if (kinds.some(({ type }) => type === "boolean")) {
    const small = text.trim().toLowerCase();
    return Object.hasOwn(BOOLEANS, small) ? BOOLEANS[small] : text;
  }
  const isStructured = kinds.some(({ type }) => type === "array" || type === "object");
  return isStructured && /^\s*[[{]/.test(text) ? parsedOrText(text) : text;
}

/** Returns the value of a JSON text; the text itself if it is none. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
