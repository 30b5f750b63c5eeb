const FOLDED: Readonly<Record<string, string>> = { â: "a", î: "i", û: "u" };

/** Returns the letters of a Turkish text that is compared: lower-case, single spaces, the circumflex folded; digits are left out. */
export function letters(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replace(/[âîû]/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/['’]/gu, "")
    .replace(/[^a-zçğıöşü]+/gu, " ")
    .trim();
}
