/** Returns the length of a text in code points, as JSON Schema counts it, not in UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
