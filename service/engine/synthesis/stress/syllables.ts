/** Syllables of Turkish spelling: one for each vowel letter; a consonant between two vowels begins the second. */

const VOWELS: ReadonlySet<string> = new Set("aeıioöuüâîû");
const LONG = /[âîû]/u;

/** Returns whether a lower-case letter is a Turkish vowel, with or without circumflex. */
export function isVowelLetter(letter: string): boolean {
  return VOWELS.has(letter);
}

/** Returns where each syllable of a lower-case word begins; nothing for a word without a vowel. */
export function syllableStarts(word: string): number[] {
  const starts: number[] = [];
  let lastVowel = -1;
  for (let at = 0; at < word.length; at += 1) {
    if (!isVowelLetter(word[at] ?? "")) continue;
    if (starts.length === 0) starts.push(0);
    else starts.push(at - lastVowel === 1 ? at : at - 1);
    lastVowel = at;
  }
  return starts;
}

/** Returns the syllable, counted from 0, of the last vowel before a place; 0 where none is before it. */
export function syllableBefore(word: string, end: number): number {
  let vowels = 0;
  for (let at = 0; at < end; at += 1) if (isVowelLetter(word[at] ?? "")) vowels += 1;
  return Math.max(0, vowels - 1);
}

/** Returns the syllable, counted from 0, of the first vowel from a place on. */
export function syllableFrom(word: string, start: number): number {
  let vowels = 0;
  for (let at = 0; at < start; at += 1) if (isVowelLetter(word[at] ?? "")) vowels += 1;
  return vowels;
}

/**
 * Returns the stressed syllable of a place or foreign name: the third from the end if it is heavy and the second from the end
 * is light, otherwise the second from the end.
 */
export function sezerSyllable(word: string): number {
  const starts = syllableStarts(word);
  const count = starts.length;
  if (count < 3) return 0;
  const isHeavy = (syllable: number) => {
    const text = word.slice(starts[syllable], starts[syllable + 1]);
    return !isVowelLetter(text.at(-1) ?? "") || LONG.test(text);
  };
  return isHeavy(count - 3) && !isHeavy(count - 2) ? count - 3 : count - 2;
}
