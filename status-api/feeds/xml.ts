import { escapeMarkup } from "../representation/escape-markup.ts";

/** What XML 1.0 has no way to write, not even escaped: most control characters, halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes a text for XML and for HTML, in elements and in attributes, and leaves out what XML cannot hold. */
export function escaped(text: string): string {
  return escapeMarkup(text.replace(unwritable, ""));
}
