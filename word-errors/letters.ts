const FOLDED: Readonly<Record<string, string>> = { â: "a", î: "i", û: "u" };

/** Returns a Turkish text reduced to letters for comparison: lower case, single spaces, circumflexes folded, digits removed. */
export function letters(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replace(/[âîû]/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/['’]/gu, "")
    .replace(/[^a-zçğıöşü]+/gu, " ")
    .trim();
}
