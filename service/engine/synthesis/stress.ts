/**
 * The last syllable is stressed, unless the word is listed, has a suffix that throws the stress forward, or is a
 * particle.
 */

import { isVowelLetter } from "./letters.ts";
import stressed from "./stressed-words.json" with { type: "json" };

const UNSTRESSED_WORDS =
  /^(ve|de|da|ki|ile|ise|m[ıiuü](y[ıiuü]m|y[ıiuü]z|s[ıiuü]n|s[ıiuü]n[ıiuü]z|yd[ıiuü]|d[ıiuü]r)?)$/;

const FIRST_SYLLABLE: ReadonlySet<string> = new Set(stressed.firstSyllable);
const SECOND_SYLLABLE: ReadonlySet<string> = new Set(stressed.secondSyllable);

/** Endings that follow the stressed syllable; tried in this order. */
const UNSTRESSED_ENDINGS: readonly RegExp[] = [
  /m[ıiuü]yor(um|sun|uz|sunuz|lar|du|dum|dun|duk|dunuz|lardı)?$/,
  /yor(um|sun|uz|sunuz|lar|du|dum|dun|duk|dunuz|lardı)?$/,
  /(?<=[^ğ].)m[ae](d[ıi](m|n|k|ler|lar|n[ıi]z)?|m[ıi]ş(t[ıi]r)?|yecek|yacak|yeceğ[ıi]m|yacağ[ıi]m|den|dan|y[ıi]n)$/,
  /s[ıiuü]n[ıiuü]z$/,
  /[dt][ıiuü]r$/,
  /(?<=[aeıioöuü])(yken|yle|yla)$/,
  /(?<=r|ş)ken$/,
  /(?<=[ıiuü]n)c[ae]$/,
  /(?<=[aeıioöuü]r|k)ç[ae]$/,
];

/**
 * Returns the stressed syllable of a lower-case word, counted from 0 by its vowel letters; undefined where the word
 * leans on its neighbour.
 */
export function stressedSyllable(word: string): number | undefined {
  const [stem = "", suffix] = word.split("'", 2);
  const whole = suffix === undefined ? stem : stem + suffix;
  const count = vowelCount(whole);
  if (count === 0 || UNSTRESSED_WORDS.test(whole)) return undefined;
  if (FIRST_SYLLABLE.has(stem)) return 0;
  if (SECOND_SYLLABLE.has(stem)) return 1;
  for (const ending of UNSTRESSED_ENDINGS) {
    const before = vowelCount(whole.replace(ending, ""));
    if (before > 0 && before < count) return before - 1;
  }
  return count - 1;
}

function vowelCount(word: string): number {
  return Array.from(word).filter(isVowelLetter).length;
}
