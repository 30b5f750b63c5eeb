/** Returns a tag as it appears in the names of sections. */
export function tagSlug(tag: string): string {
  return tag.toLowerCase();
}

interface Entry {
  readonly anchor: string;
  readonly tag: string | undefined;
}

/** Returns the renderer's name for the section of an operation or WebSocket, which is the fragment of its links. */
export function sectionOf({ anchor, tag }: Entry): string {
  return tag === undefined
    ? `channel/${anchor.replaceAll("-", "")}`
    : `tag/${tagSlug(tag)}/${anchor}`;
}
