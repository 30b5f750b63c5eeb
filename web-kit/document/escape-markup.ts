const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What XML 1.0 has no way to write, not even escaped: most control characters, halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes a text for HTML and XML, in elements and in attributes, and leaves out what XML cannot hold. */
export function escapeMarkup(text: string): string {
  return text
    .replace(UNWRITABLE, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
