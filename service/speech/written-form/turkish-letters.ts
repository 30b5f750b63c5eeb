const VOWELS = "aeıioöuü";
const BACK_VOWELS = "aıou";
const ROUND_VOWELS = "oöuü";
const VOICELESS = "fstkçşhp";

export function isVowel(letter: string): boolean {
  return letter !== "" && VOWELS.includes(letter);
}

export function isVoiceless(letter: string): boolean {
  return letter !== "" && VOICELESS.includes(letter);
}

/** The last vowel of a lower-case word; "e" where it has none. */
export function lastVowelOf(word: string): string {
  return word.match(/[aeıioöuü](?=[^aeıioöuü]*$)/u)?.[0] ?? "e";
}

/** The open vowel that an ending has after another vowel: a or e. */
export function openVowelAfter(vowel: string): string {
  return BACK_VOWELS.includes(vowel) ? "a" : "e";
}

/** The close vowel that an ending has after another vowel: ı, i, u or ü. */
export function closeVowelAfter(vowel: string): string {
  const isRound = ROUND_VOWELS.includes(vowel);
  if (BACK_VOWELS.includes(vowel)) return isRound ? "u" : "ı";
  return isRound ? "ü" : "i";
}

/** The word with a capital by Turkish rules; as it is where lower case would not give it back. */
export function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 32);
  const capital = first.toLocaleUpperCase("tr");
  const isReversible = capital.toLocaleLowerCase("tr") === first;
  return isReversible ? capital + word.slice(first.length) : word;
}
