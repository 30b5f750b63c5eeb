/** Returns a model card with a section of level two set to `body`: replaced where it is, else put at the end. */
export function withSection(card: string, title: string, body: string): string {
  const section = `## ${title}\n\n${body.trim()}\n`;
  const start = card.indexOf(`## ${title}\n`);
  if (start < 0) return `${card.trimEnd()}\n\n${section}`;
  const next = card.indexOf("\n## ", start);
  const after = next < 0 ? "" : card.slice(next);
  return `${card.slice(0, start)}${section}${after}`;
}
