/** Converts Turkish letters to phonemes, one word at a time. A long sound is the same phoneme twice. */

import letters from "./letters.json" with { type: "json" };
import { letterMarks, NO_MARKS, type LetterMarks } from "./words/letter-marks.ts";

/** Every phoneme that a word can contain, in IPA; the models were trained with them in this order. */
export const WORD_PHONEMES: readonly string[] = letters.phonemes;

type Phonemes = Readonly<Record<string, string>>;
const VOWELS: Phonemes = letters.vowels;
const CONSONANTS: Phonemes = letters.consonants;
const VELAR_AND_PALATAL: Readonly<Record<string, readonly string[]>> = letters.velarAndPalatal;
const VOWEL_PHONEMES: ReadonlySet<string> = new Set(Object.values(VOWELS));
const FRONT_VOWELS = new Set(["e", "i", "ö", "ü", "î"]);
const CIRCUMFLEXED = new Set(["â", "î", "û"]);

/** Returns whether a phoneme is a vowel. */
export function isVowelPhoneme(phoneme: string): boolean {
  return VOWEL_PHONEMES.has(phoneme);
}

/** A phoneme and, for a vowel, which vowel letter of the word it belongs to, counted from 0. */
export interface WordSound {
  readonly phoneme: string;
  readonly syllable: number | undefined;
}

/** Returns the phonemes of one lower-case word; characters that are not Turkish letters are silent. */
export function wordSounds(word: string): WordSound[] {
  return soundsOf(word, letterMarks);
}

/** Like `wordSounds`, by the letters alone: a long vowel that spelling does not show is short. */
export function writtenSounds(word: string): WordSound[] {
  return soundsOf(word, () => NO_MARKS);
}

function soundsOf(word: string, marksOf: (letters: string) => LetterMarks): WordSound[] {
  const known = Array.from(word).filter(
    (letter) => letter in VOWELS || letter in CONSONANTS || "gklğx".includes(letter),
  );
  const marks = marksOf(known.join(""));
  let syllable = -1;
  return known.flatMap((letter, at) => {
    // A long vowel written with two letters is one syllable to the ear; it counts as the second of them.
    if (letter in VOWELS && !mergesIntoLongVowel(known, at))
      syllable += mergesIntoLongVowel(known, at + 2) ? 2 : 1;
    return letterPhonemes(known, letter, at, marks).map((phoneme) => ({
      phoneme,
      syllable: VOWEL_PHONEMES.has(phoneme) ? syllable : undefined,
    }));
  });
}

function letterPhonemes(
  word: readonly string[],
  letter: string,
  at: number,
  marks: LetterMarks,
): readonly string[] {
  if (letter === "ğ") return softG(word, at);
  if (letter === "x") return ["k", "s"];
  const vowel = VOWELS[letter];
  if (vowel !== undefined) {
    if (mergesIntoLongVowel(word, at)) return [];
    return CIRCUMFLEXED.has(letter) || marks.long.has(at) ? [vowel, vowel] : [vowel];
  }
  const [velar, palatal] = VELAR_AND_PALATAL[letter] ?? [];
  const phoneme =
    (marks.clear.has(at) || isPalatal(word, at) ? palatal : velar) ?? CONSONANTS[letter];
  return phoneme === undefined ? [] : [phoneme];
}

/** Returns the sounds of ğ: a glide after e and i, and a lengthening of any other vowel that it closes a syllable with. */
function softG(word: readonly string[], at: number): readonly string[] {
  const before = word[at - 1] ?? "";
  const after = word[at + 1];
  const vowel = VOWELS[before];
  if (vowel === undefined) return after !== undefined && after in VOWELS ? [] : ["ɡ"];
  if (before === "e" || before === "i") return ["j"];
  const betweenDifferentVowels = after !== undefined && after in VOWELS && VOWELS[after] !== vowel;
  return betweenDifferentVowels || CIRCUMFLEXED.has(before) ? [] : [vowel];
}

/** The second vowel of "ağa" is the length that soft g already gave the first. */
function mergesIntoLongVowel(word: readonly string[], at: number): boolean {
  const before = word[at - 2] ?? "";
  return (
    word[at - 1] === "ğ" &&
    before !== "e" &&
    before !== "i" &&
    VOWELS[before] === VOWELS[word[at] ?? ""]
  );
}

/** Returns whether g, k or l is palatal. The vowel after it decides or, at the end of a syllable, the one before it. */
function isPalatal(word: readonly string[], at: number): boolean {
  const after = word[at + 1] ?? "";
  if (CIRCUMFLEXED.has(after)) return true;
  if (after in VOWELS) return FRONT_VOWELS.has(after);
  for (let back = at - 1; back >= 0; back -= 1) {
    const letter = word[back] ?? "";
    if (letter in VOWELS) return FRONT_VOWELS.has(letter) || letter === "â" || letter === "û";
  }
  return false;
}
