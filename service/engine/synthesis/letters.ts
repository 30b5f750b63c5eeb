/**
 * Turkish letters to phonemes, one word at a time.
 *
 * Turkish spelling is close to its sounds; what needs a rule is soft g, the circumflex, the palatal and velar
 * variants of g, k and l, and letters that only foreign words have. A long sound is the same phoneme twice.
 */

/** Every phoneme that a word can contain, in IPA. */
export const WORD_PHONEMES = [
  "a",
  "e",
  "i",
  "ɯ",
  "o",
  "u",
  "ø",
  "y",
  "b",
  "dʒ",
  "tʃ",
  "d",
  "f",
  "ɡ",
  "ɟ",
  "h",
  "ʒ",
  "k",
  "c",
  "l",
  "ɫ",
  "m",
  "n",
  "p",
  "ɾ",
  "s",
  "ʃ",
  "t",
  "v",
  "j",
  "z",
] as const;

export type WordPhoneme = (typeof WORD_PHONEMES)[number];

const VOWELS: Readonly<Record<string, WordPhoneme>> = {
  a: "a",
  e: "e",
  ı: "ɯ",
  i: "i",
  o: "o",
  ö: "ø",
  u: "u",
  ü: "y",
  â: "a",
  î: "i",
  û: "u",
};

const VOWEL_PHONEMES: ReadonlySet<string> = new Set(Object.values(VOWELS));

function isVowel(phoneme: WordPhoneme): boolean {
  return VOWEL_PHONEMES.has(phoneme);
}

const CONSONANTS: Readonly<Record<string, WordPhoneme>> = {
  b: "b",
  c: "dʒ",
  ç: "tʃ",
  d: "d",
  f: "f",
  h: "h",
  j: "ʒ",
  m: "m",
  n: "n",
  p: "p",
  q: "k",
  r: "ɾ",
  s: "s",
  ş: "ʃ",
  t: "t",
  v: "v",
  w: "v",
  y: "j",
  z: "z",
};

const FRONT_VOWELS = new Set(["e", "i", "ö", "ü", "î"]);
const CIRCUMFLEXED = new Set(["â", "î", "û"]);
const VELAR_AND_PALATAL: Readonly<Record<string, readonly [WordPhoneme, WordPhoneme]>> = {
  g: ["ɡ", "ɟ"],
  k: ["k", "c"],
  l: ["ɫ", "l"],
};

/** Says whether a lower-case letter is a Turkish vowel, with or without circumflex. */
export function isVowelLetter(letter: string): boolean {
  return letter in VOWELS;
}

/** A phoneme and, for a vowel, which vowel letter of the word it belongs to, counted from 0. */
export interface WordSound {
  readonly phoneme: WordPhoneme;
  readonly syllable: number | undefined;
}

/** Returns the phonemes of one lower-case word; characters that are no letters of it are silent. */
export function wordSounds(word: string): WordSound[] {
  const letters = Array.from(word).filter(
    (letter) => letter in VOWELS || letter in CONSONANTS || "gklğx".includes(letter),
  );
  let syllable = -1;
  return letters.flatMap((letter, at) => {
    // A long vowel written with two letters is one syllable to the ear; it counts as the second of them.
    if (letter in VOWELS && !mergesIntoLongVowel(letters, at))
      syllable += mergesIntoLongVowel(letters, at + 2) ? 2 : 1;
    return letterPhonemes(letters, letter, at).map((phoneme) => ({
      phoneme,
      syllable: isVowel(phoneme) ? syllable : undefined,
    }));
  });
}

function letterPhonemes(
  letters: readonly string[],
  letter: string,
  at: number,
): readonly WordPhoneme[] {
  if (letter === "ğ") return softG(letters, at);
  if (letter === "x") return ["k", "s"];
  const vowel = VOWELS[letter];
  if (vowel !== undefined)
    return mergesIntoLongVowel(letters, at)
      ? []
      : CIRCUMFLEXED.has(letter)
        ? [vowel, vowel]
        : [vowel];
  const pair = VELAR_AND_PALATAL[letter];
  if (pair !== undefined) return [isPalatal(letters, at) ? pair[1] : pair[0]];
  const consonant = CONSONANTS[letter];
  return consonant === undefined ? [] : [consonant];
}

/** Soft g glides between front vowels and after them, and lengthens any other vowel it closes a syllable with. */
function softG(letters: readonly string[], at: number): readonly WordPhoneme[] {
  const before = letters[at - 1] ?? "";
  const after = letters[at + 1];
  const vowel = VOWELS[before];
  if (vowel === undefined) return after !== undefined && after in VOWELS ? [] : ["ɡ"];
  if (before === "e" || before === "i") return ["j"];
  const betweenDifferentVowels = after !== undefined && after in VOWELS && VOWELS[after] !== vowel;
  return betweenDifferentVowels || CIRCUMFLEXED.has(before) ? [] : [vowel];
}

/** The second vowel of "ağa" is the length that soft g already gave the first. */
function mergesIntoLongVowel(letters: readonly string[], at: number): boolean {
  const before = letters[at - 2] ?? "";
  return (
    letters[at - 1] === "ğ" &&
    before !== "e" &&
    before !== "i" &&
    VOWELS[before] === VOWELS[letters[at] ?? ""]
  );
}

/** g and k follow the vowel after them, else the one before; l in the end of a syllable follows the one before. */
function isPalatal(letters: readonly string[], at: number): boolean {
  const after = letters[at + 1] ?? "";
  if (CIRCUMFLEXED.has(after)) return true;
  if (after in VOWELS) return FRONT_VOWELS.has(after);
  for (let back = at - 1; back >= 0; back -= 1) {
    const letter = letters[back] ?? "";
    if (letter in VOWELS) return FRONT_VOWELS.has(letter) || letter === "â" || letter === "û";
  }
  return false;
}
