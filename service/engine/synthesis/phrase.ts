/** Speakable text to what the acoustic model reads, in training too: phonemes with stress, word edges and melody. */

import type { PronouncedWord } from "../model/model.ts";
import { WORD_PHONEMES, wordSounds } from "./letters.ts";
import { ipaWords, type IpaWord } from "./ipa.ts";
import { stressedSyllable } from "./stress.ts";

/** How a clause ends; it decides the pause and the melody. */
export const CLAUSE_ENDS = [",", ".", "?", "!"] as const;

export type ClauseEnd = (typeof CLAUSE_ENDS)[number];

/** The short break before a conjunction. */
const BREATH = "|";

/** Every symbol the acoustic model knows; a symbol's number is its place here plus one (0 is padding). */
export const SYMBOLS: readonly string[] = [...WORD_PHONEMES, BREATH, ...CLAUSE_ENDS];

const SYMBOL_NUMBER: ReadonlyMap<string, number> = new Map(
  SYMBOLS.map((symbol, at) => [symbol, at + 1]),
);
/** Letters and signs of a sentence that are spoken at once; what is longer comes in parts, each as a clause of its own. */
const MOST_AT_ONCE = 500;
const CONJUNCTIONS = new Set(["ve", "veya", "yoksa"]);

/** A word of a text, and which symbols of its phrase are its own. */
interface PhraseWord {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Places of its first symbol, and of the first behind it. */
  readonly firstSymbol: number;
  readonly endSymbol: number;
}

/** One sentence as the acoustic model reads it; symbols, marks and progress are equally long. */
export interface Phrase {
  readonly words: readonly PhraseWord[];
  /** Numbers of `SYMBOLS`. */
  readonly symbols: readonly number[];
  /** Bit 0: stressed; bit 1: first of its word; bits 2 and 3: place of the clause's end in `CLAUSE_ENDS`. */
  readonly marks: readonly number[];
  /** How far into its clause each symbol stands, 0 to 1. */
  readonly progress: readonly number[];
}

/** A stretch of a text and where it begins in it. */
interface Stretch {
  readonly text: string;
  readonly at: number;
}

/**
 * Yields the sentences of a speakable text in composed form (NFC), each when it is asked for: a long text need not be read
 * to its end before its begin is spoken. `pronounced` places count for more than letters.
 */
export function* phrases(
  text: string,
  pronounced: readonly PronouncedWord[] = [],
): Generator<Phrase> {
  for (const sentence of stretches({ text: foldCase(text), at: 0 }, /[^.?!…]+[.?!…]*/gu)) {
    for (const { end, ...part } of partsOf(sentence)) {
      const found = phrase(part, end, pronounced);
      if (found.symbols.length > 0) yield found;
    }
  }
}

/** Lower case as Turkish has it, so that I becomes ı and İ becomes i. */
function foldCase(text: string): string {
  return text.normalize("NFC").toLocaleLowerCase("tr").replaceAll("’", "'");
}

function stretches({ text, at }: Stretch, pattern: RegExp): Stretch[] {
  return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], at: at + match.index }));
}

/** Cuts a sentence that is long behind a clause, or else between words, or else within one. */
function* partsOf(sentence: Stretch): Generator<Stretch & { readonly end: ClauseEnd }> {
  let { text, at } = sentence;
  while (text.length > MOST_AT_ONCE) {
    const most = text.slice(0, MOST_AT_ONCE);
    const cut = /^.*[,;:()–—]/su.exec(most) ?? /^.*\s/su.exec(most) ?? [most];
    yield { text: cut[0], at, end: "," };
    text = text.slice(cut[0].length);
    at += cut[0].length;
  }
  yield { text, at, end: sentenceEnd(sentence.text) };
}

function phrase(sentence: Stretch, end: ClauseEnd, pronounced: readonly PronouncedWord[]): Phrase {
  const clauses = stretches(sentence, /[^,;:()–—…]+/gu).filter(({ text }) => /\p{L}/u.test(text));
  const parts = clauses.map((clause, at) =>
    clausePhrase(clause, at === clauses.length - 1 ? end : ",", pronounced),
  );
  let before = 0;
  const words = parts.flatMap((part) => {
    const shift = before;
    before += part.symbols.length;
    return part.words.map((word) => ({
      ...word,
      firstSymbol: word.firstSymbol + shift,
      endSymbol: word.endSymbol + shift,
    }));
  });
  return {
    words,
    symbols: parts.flatMap((part) => part.symbols),
    marks: parts.flatMap((part) => part.marks),
    progress: parts.flatMap((part) => part.progress),
  };
}

function sentenceEnd(sentence: string): ClauseEnd {
  const end = /[.?!…]*$/u.exec(sentence)?.[0] ?? "";
  return end.includes("?") ? "?" : end.includes("!") ? "!" : ".";
}

function clausePhrase(
  clause: Stretch,
  end: ClauseEnd,
  pronounced: readonly PronouncedWord[],
): Phrase {
  const melody = CLAUSE_ENDS.indexOf(end) << 2;
  const words: PhraseWord[] = [];
  const sounds: MarkedSound[] = [];
  for (const [place, word] of stretches(clause, /[\p{L}']+/gu).entries()) {
    const firstSymbol = sounds.length;
    sounds.push(...markedWord(word, pronounced, place > 0));
    const { at, text } = word;
    words.push({ start: at, end: at + text.length, firstSymbol, endSymbol: sounds.length });
  }
  sounds.push({ symbol: end, mark: 0 });
  return {
    words,
    symbols: sounds.map((sound) => SYMBOL_NUMBER.get(sound.symbol) ?? 0),
    marks: sounds.map((sound) => sound.mark | melody),
    progress: sounds.map((_, at) => (sounds.length < 2 ? 1 : at / (sounds.length - 1))),
  };
}

interface MarkedSound {
  readonly symbol: string;
  readonly mark: number;
}

function markedWord(
  { text: word, at: wordAt }: Stretch,
  pronounced: readonly PronouncedWord[],
  isInside: boolean,
): MarkedSound[] {
  const { sounds, stressed } = spokenWord(word, wordAt, pronounced);
  const marked = sounds.map(({ phoneme, syllable }, at) => ({
    symbol: phoneme,
    mark: (syllable !== undefined && syllable === stressed ? 1 : 0) | (at === 0 ? 2 : 0),
  }));
  return isInside && CONJUNCTIONS.has(word) ? [{ symbol: BREATH, mark: 0 }, ...marked] : marked;
}

/** Returns the sounds of a lower-case word that begins at `at` of its text. */
function spokenWord(word: string, at: number, pronounced: readonly PronouncedWord[]): IpaWord {
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
