/** Converts speakable text to IPA, with stress and lengths: for readers, and for models that take IPA. */

import type { PronouncedWord } from "../model/model.ts";
import { isVowelPhoneme, type WordSound } from "./letters.ts";
import { spokenSentences, type SpokenWord } from "./spoken-sentences.ts";

export interface IpaSpelling {
  /** Where the mark of stress stands: before the syllable, as dictionaries have it, or right before its vowel. */
  readonly stressBefore: "syllable" | "vowel";
  /** Spellings of phonemes of `WORD_PHONEMES`, where they are not the phoneme itself. */
  readonly written: Readonly<Record<string, string>>;
}

/** The spelling of IPA in dictionaries. */
export const DICTIONARY_IPA: IpaSpelling = { stressBefore: "syllable", written: {} };

/**
 * The spelling with which Kokoro-82M is easiest to understand in Turkish. It has one sign for an affricate; separate signs for
 * clear and dark consonants make it harder to understand.
 */
export const KOKORO_IPA: IpaSpelling = {
  stressBefore: "vowel",
  written: { dʒ: "ʤ", tʃ: "ʧ", ɫ: "l", c: "k", ɟ: "ɡ" },
};

const STRESS = "ˈ";
const LENGTH = "ː";

/** Yields the IPA of each sentence of a speakable text: words with spaces, and the sign that each clause ends with. */
export function* sentencesInIpa(
  text: string,
  pronounced: readonly PronouncedWord[] = [],
  spelling: IpaSpelling = DICTIONARY_IPA,
): Generator<string> {
  for (const clauses of spokenSentences(text, { pronounced })) {
    yield clauses
      .map(({ words, end }) => words.map((word) => wordInIpa(word, spelling)).join(" ") + end)
      .join(" ");
  }
}

/** Returns the IPA of a word, with its stress and lengths. */
export function wordInIpa(
  { sounds, stressed }: Pick<SpokenWord, "sounds" | "stressed">,
  { stressBefore, written }: IpaSpelling,
): string {
  const stressedAt = sounds.findIndex(
    ({ syllable }) => syllable !== undefined && syllable === stressed,
  );
  const markAt = stressBefore === "vowel" ? stressedAt : onsetOf(sounds, stressedAt);
  return sounds
    .map((sound, at) => {
      const before = sounds[at - 1];
      const isLength = sound.syllable !== undefined && isSame(sound, before);
      const letter = isLength ? LENGTH : (written[sound.phoneme] ?? sound.phoneme);
      return (stressedAt >= 0 && at === markAt ? STRESS : "") + letter;
    })
    .join("");
}

function isSame(sound: WordSound, before: WordSound | undefined): boolean {
  return before?.phoneme === sound.phoneme && before.syllable === sound.syllable;
}

/**
 * Returns where the syllable of a vowel begins: at the one consonant before it, or at the beginning of the word for its first
 * vowel.
 */
function onsetOf(sounds: readonly WordSound[], vowel: number): number {
  const isFirst = !sounds
    .slice(0, Math.max(vowel, 0))
    .some(({ phoneme }) => isVowelPhoneme(phoneme));
  if (isFirst) return 0;
  return isVowelPhoneme(sounds[vowel - 1]?.phoneme ?? "") ? vowel : vowel - 1;
}
