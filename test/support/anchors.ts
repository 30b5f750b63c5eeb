/** Returns the anchors that GitHub gives the headings of a Markdown document; headings inside code have none. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = withoutCodeBlocks(markdown).matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, title = ""]) => anchorOf(title)));
}

/** Returns a Markdown document without its fenced blocks of code. */
export function withoutCodeBlocks(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, "");
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
