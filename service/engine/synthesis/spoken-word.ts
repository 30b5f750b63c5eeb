/** A word of a speakable text to its sounds: by its letters, or by the IPA that is said of a part of it. */

import type { PronouncedWord } from "../model/model.ts";
import { ipaWords, type IpaWord } from "./ipa.ts";
import { wordSounds } from "./letters.ts";
import { stressedSyllable } from "./stress.ts";

/** Returns the sounds of a lower-case word that begins at `at` of its text. */
export function spokenWord(
  word: string,
  at: number,
  pronounced: readonly PronouncedWord[],
): IpaWord {
  const places = pronounced.filter(({ start, end }) => start >= at && end <= at + word.length);
  if (places.length === 0) return { sounds: wordSounds(word), stressed: stressedSyllable(word) };
  const parts: IpaWord[] = [];
  let from = 0;
  for (const { start, end, ipa } of places) {
    parts.push(spelled(word.slice(from, start - at)), ...ipaWords(ipa));
    from = end - at;
  }
  return withStress(parts.concat(spelled(word.slice(from))).reduce(joined));
}

function spelled(letters: string): IpaWord {
  return { sounds: wordSounds(letters), stressed: undefined };
}

/** One word of two parts; the stress is where the first of them has it. */
function joined(one: IpaWord, other: IpaWord): IpaWord {
  const before = syllables(one);
  const sounds = other.sounds.map(({ phoneme, syllable }) => ({
    phoneme,
    syllable: syllable === undefined ? undefined : syllable + before,
  }));
  const stressed = other.stressed === undefined ? undefined : other.stressed + before;
  return { sounds: [...one.sounds, ...sounds], stressed: one.stressed ?? stressed };
}

/** Without a mark of its own, the last syllable is stressed, as in most words. */
function withStress(word: IpaWord): IpaWord {
  const count = syllables(word);
  return count === 0 ? word : { ...word, stressed: word.stressed ?? count - 1 };
}

function syllables({ sounds }: IpaWord): number {
  return 1 + Math.max(-1, ...sounds.map(({ syllable }) => syllable ?? -1));
}
