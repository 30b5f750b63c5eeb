import { withoutCircumflexes } from "#turkish/alphabet.ts";

/** Returns a Turkish text reduced to letters for comparison: lower case, single spaces, circumflexes folded, digits removed. */
export function letters(text: string): string {
  return withoutCircumflexes(text.toLocaleLowerCase("tr"))
    .replace(/['’]/gu, "")
    .replace(/[^a-zçğıöşü]+/gu, " ")
    .trim();
}
