/** The part of a section's name that a tag is. */
export function tagSlug(tag: string): string {
  return tag.toLowerCase();
}

interface Entry {
  readonly anchor: string;
  readonly tag: string | undefined;
}

/** Returns what the renderer calls the section of an operation or a socket, as its links end in it. */
export function sectionOf({ anchor, tag }: Entry): string {
  return tag === undefined
    ? `channel/${anchor.replaceAll("-", "")}`
    : `tag/${tagSlug(tag)}/${anchor}`;
}
