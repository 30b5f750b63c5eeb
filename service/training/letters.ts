const FOLDED: Readonly<Record<string, string>> = { â: "a", î: "i", û: "u" };

/** What texts are compared by: lower-case letters and single spaces, the circumflex folded. */
export function letters(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replace(/[âîû]/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/['’]/gu, "")
    .replace(/[^a-zçğıöşü]+/gu, " ")
    .trim();
}
