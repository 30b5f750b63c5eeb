/** The letters of the Turkish alphabet, in its order, lower case. */
export const ALPHABET = "abcçdefgğhıijklmnoöprsştuüvyz";

/** Vowels with a circumflex, and the letters that many people write in their place. */
export const CIRCUMFLEXES: Readonly<Record<string, string>> = { â: "a", î: "i", û: "u" };

/** Last letters of words that soften before an ending that begins with a vowel: Zonguldak, Zonguldağa. */
export const SOFTENED: Readonly<Record<string, string>> = { k: "ğ", p: "b", t: "d", ç: "c" };

/** Returns a lower-case text without circumflexes. */
export function withoutCircumflexes(text: string): string {
  return text.replaceAll(/[âîû]/gu, (letter) => CIRCUMFLEXES[letter] ?? letter);
}
