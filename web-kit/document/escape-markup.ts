const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Characters that XML 1.0 cannot contain, not even escaped: most control characters, halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes a text for HTML and XML, in elements and attributes, and removes characters that XML cannot contain. */
export function escapeMarkup(text: string): string {
  return text
    .replace(UNWRITABLE, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
