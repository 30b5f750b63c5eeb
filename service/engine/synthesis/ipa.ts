/** Maps IPA to the phonemes that the models know: those of Turkish, and the nearest of them for other sounds. */

import tables from "./ipa.json" with { type: "json" };
import type { WordSound } from "./letters.ts";

/** One word's sounds. */
export interface IpaWord {
  readonly sounds: readonly WordSound[];
  /** The number of its stressed syllable, counted from 0; undefined where the IPA marks none. */
  readonly stressed: number | undefined;
}

/** IPA with unknown symbols, or with a word without a sound. */
export class IpaError extends Error {
  override readonly name = "IpaError";
}

type Sounds = Readonly<Record<string, readonly string[]>>;
/** Diphthongs and r-coloured vowels, as Turkish borrows them: neyt, kav, boy. */
const glides: Sounds = tables.glides;
const consonants: Sounds = tables.consonants;
const vowels: Readonly<Record<string, string>> = tables.vowels;
const letters: Readonly<Record<string, string>> = tables.letters;

/** Every symbol that stands for a sound, and the phonemes that it is spoken with. */
export const IPA_SOUNDS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Object.entries(vowels).map(([symbol, vowel]) => [symbol, [vowel]] as const),
    ...Object.entries(glides),
    ...Object.entries(consonants),
  ].map(([symbol, phonemes]) => [symbol.normalize("NFD"), phonemes]),
);

const VOWEL_PHONEMES: ReadonlySet<string> = new Set(Object.values(vowels));
const STRESS = new Set(["ˈ", "'"]);
/** Each doubles the vowel or consonant before it, as ğ does. */
const LENGTH = new Set(["ː", ":", "ɰ"]);
const NASAL = "\u0303";
const SYLLABIC = new Set(["\u0329", "\u030d"]);
/** Distinctions that Turkish does not make: secondary stress, syllables, ties, half length, aspiration, places, voicing. */
const IGNORED =
  /^[ˌ.‿ˑʔʕʰʷʲˠˤⁿˡ˞]$|^[\u0308\u0318-\u031a\u031c-\u0320\u0324\u0325\u032a\u032c\u032f\u0330\u0339-\u033d\u0348]$/u;

const MAX_SYMBOL_CHARACTERS = 2;

/** Parses IPA, with white space between words; throws IpaError, which names the unknown symbols. */
export function ipaWords(ipa: string): IpaWord[] {
  const unknown = new Set<string>();
  const words = ipa
    .normalize("NFD")
    .trim()
    .split(/\s+/u)
    .map((word) => ipaWord(word, unknown));
  if (unknown.size > 0) {
    throw new IpaError(`ipa has what is no known sound: ${[...unknown].map(named).join(", ")}`);
  }
  if (words.some(({ sounds }) => sounds.length === 0)) {
    throw new IpaError("ipa has a word without a sound");
  }
  return words;
}

/** Returns the Turkish letters that come nearest to a word's sounds, for readers that know no IPA. */
export function respelled({ sounds }: IpaWord): string {
  return sounds.map(({ phoneme }) => letters[phoneme]).join("");
}

function ipaWord(word: string, unknown: Set<string>): IpaWord {
  // The table has pairs of letters that are one sound, with or without a tie.
  const characters = Array.from(word.replaceAll(/[\u0361\u035c]/gu, ""));
  const sounds: WordSound[] = [];
  let syllable = -1;
  let stressed: number | undefined;
  for (let at = 0; at < characters.length;) {
    const { length, phonemes } = symbolAt(characters, at);
    for (const phoneme of phonemes) {
      const isVowel = VOWEL_PHONEMES.has(phoneme);
      if (isVowel) syllable += 1;
      sounds.push({ phoneme, syllable: isVowel ? syllable : undefined });
    }
    if (length === 0) {
      const sign = characters[at] ?? "";
      if (STRESS.has(sign)) stressed = syllable + 1;
      else if (SYLLABIC.has(sign)) insertVowel(sounds, (syllable += 1));
      else if (!change(sounds, sign)) unknown.add(withItsLetter(characters, at));
    }
    at += Math.max(length, 1);
  }
  const isHeard = stressed !== undefined && stressed <= syllable;
  return { sounds, stressed: isHeard ? stressed : undefined };
}

function symbolAt(characters: readonly string[], at: number) {
  for (let length = MAX_SYMBOL_CHARACTERS; length > 0; length -= 1) {
    const phonemes = IPA_SOUNDS.get(characters.slice(at, at + length).join(""));
    if (phonemes !== undefined) return { length, phonemes };
  }
  return { length: 0, phonemes: [] };
}

/** Applies a sign to the sound before it; returns false where the sign is unknown or there is no such sound. */
function change(sounds: WordSound[], sign: string): boolean {
  if (!LENGTH.has(sign) && sign !== NASAL) return IGNORED.test(sign);
  const last = sounds.at(-1);
  if (last === undefined) return false;
  sounds.push(sign === NASAL ? { phoneme: "n", syllable: undefined } : last);
  return true;
}

/** Inserts a vowel before a consonant that makes a syllable: "bʌtn̩" is "batın". */
function insertVowel(sounds: WordSound[], syllable: number): void {
  sounds.splice(Math.max(sounds.length - 1, 0), 0, { phoneme: "ɯ", syllable });
}

/** Returns a character for a message, a combining mark with its letter, as it is unclear without it. */
function withItsLetter(characters: readonly string[], at: number): string {
  const character = characters[at] ?? "";
  if (!/^\p{M}/u.test(character)) return character;
  return `${characters[at - 1] ?? ""}${character}`.normalize("NFC");
}

function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `${JSON.stringify(character)} (U+${code})`;
}
