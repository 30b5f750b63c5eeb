/** The words of a list that is written with spaces and line breaks. */
export function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}
