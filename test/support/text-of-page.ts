/** Attributes that say something to readers, and those that say what an element is and in which state. */
const SAID =
  /\s(?:(?:aria-label|title|datetime|value|alt|href|placeholder|content)="(?<said>[^"]*)"|(?<state>(?:selected|checked|disabled|hidden|open|autofocus|required)(?=[\s/>])|(?:aria-(?:current|pressed|expanded|invalid|live)|role|tabindex|colspan|type)="[\w-]+"))/g;

/** A choice of a list that comes from the runtime. */
const TIME_ZONE = /^\[?[A-Z]\w+\/[A-Z][\w/+-]*\]?$/;

/** Returns the text of a page and of its attributes, a line each, without scripts, styles and names of time zones. */
export function textOfPage(html: string): string {
  const body = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "");
  return body
    .replaceAll(/<[^>]*>/g, (tag) => ["", ...[...tag.matchAll(SAID)].map(shown), ""].join("\n"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !TIME_ZONE.test(line))
    .join("\n");
}

function shown({ groups }: RegExpExecArray): string {
  return groups?.["state"] === undefined ? `[${groups?.["said"]}]` : `(${groups["state"]})`;
}

/** Returns a text in which names of built files have no hash of their content. */
export function withoutHashes(text: string): string {
  return text.replaceAll(/(\/assets\/[\w./]*?)-[\w-]{8,}\./g, "$1-HASH.");
}
