/** The length of a text as the API counts it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
