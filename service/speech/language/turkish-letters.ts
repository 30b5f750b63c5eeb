const VOWELS = "aeıioöuüâîû";
const BACK_VOWELS = "aıouâû";
const ROUND_VOWELS = "oöuüû";
const VOICELESS = "fstkçşhpx";

export function isVowel(letter = ""): boolean {
  return letter !== "" && VOWELS.includes(letter);
}

export function isVoiceless(letter = ""): boolean {
  return letter !== "" && VOICELESS.includes(letter);
}

/** Returns the last vowel of a word; "e" where it has none. */
export function lastVowelOf(word: string): string {
  // A pattern without regard to case does not know İ.
  const lower = word.toLocaleLowerCase("tr");
  return lower.match(/[aeıioöuüâîû](?=[^aeıioöuüâîû]*$)/u)?.[0] ?? "e";
}

/** Returns the open vowel that an ending has after another vowel: a or e. */
export function openVowelAfter(vowel: string): string {
  return BACK_VOWELS.includes(vowel) ? "a" : "e";
}

/** Returns the close vowel that an ending has after another vowel: ı, i, u or ü. */
export function closeVowelAfter(vowel: string): string {
  const isRound = ROUND_VOWELS.includes(vowel);
  if (BACK_VOWELS.includes(vowel)) return isRound ? "u" : "ı";
  return isRound ? "ü" : "i";
}
