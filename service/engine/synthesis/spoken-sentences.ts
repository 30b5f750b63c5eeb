/** Splits speakable text into sentences, clauses and words, each word with its sounds and its stressed syllable. */

import type { PronouncedWord } from "../model/model.ts";
import { ipaWords, type IpaWord } from "./ipa.ts";
import { wordSounds, type WordSound } from "./letters.ts";
import { isPerson, nameRoot, stressedSyllable, type WordPlace } from "./stress/stress.ts";

/** How a clause ends; it decides the pause and the melody. */
export const CLAUSE_ENDS = [",", ".", "?", "!"] as const;

export type ClauseEnd = (typeof CLAUSE_ENDS)[number];

/**
 * Maximum characters of a sentence that are spoken at once; longer sentences are split, and each part ends as a clause does. New
 * speech waits for the parts of others, and people read a few hundred characters in one breath at most.
 */
const MAX_PART_CHARACTERS = 250;

/** Returns the sounds of a lower-case word. */
type SoundsOf = (word: string) => readonly WordSound[];

interface Reading {
  readonly pronounced: readonly PronouncedWord[];
  readonly soundsOf: SoundsOf;
}

/** A word as it is spoken. */
export interface SpokenWord extends IpaWord {
  /** In lower case. */
  readonly letters: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface SpokenClause {
  readonly words: readonly SpokenWord[];
  readonly end: ClauseEnd;
}

/** A part of a text and its offset. */
interface TextSpan {
  readonly text: string;
  readonly at: number;
}

interface SentenceOptions {
  /** Takes precedence over letters. */
  readonly pronounced?: readonly PronouncedWord[];
  /** UTF-16 offsets, in order, at which a sentence is divided into parts, which are spoken one by one. */
  readonly cuts?: readonly number[];
  /** Gives the sounds of the words that are not in `pronounced`. */
  readonly soundsOf?: SoundsOf;
}

/** Yields the sentences of a speakable text in composed form (NFC) one by one; those without a letter are left out. */
export function* spokenSentences(
  text: string,
  { pronounced = [], cuts = [], soundsOf = wordSounds }: SentenceOptions = {},
): Generator<readonly SpokenClause[]> {
  const whole = { text: text.normalize("NFC").replaceAll("’", "'"), at: 0 };
  for (const sentence of spansOf(whole, /[^.?!…]+[.?!…]*/gu)) {
    for (const { end, ...part } of partsOf(sentence, cuts)) {
      const clauses = clausesOf(part, end, { pronounced, soundsOf });
      if (clauses.length > 0) yield clauses;
    }
  }
}

function spansOf({ text, at }: TextSpan, pattern: RegExp): TextSpan[] {
  return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], at: at + match.index }));
}

type SentencePart = TextSpan & { readonly end: ClauseEnd };

/** Divides a sentence at cuts; each part but the last ends as a clause does. */
function* partsOf(sentence: TextSpan, cuts: readonly number[]): Generator<SentencePart> {
  let { text, at } = sentence;
  const end = at + text.length;
  for (const cut of cuts.filter((one) => one > at && one < end)) {
    yield* shortParts({ text: text.slice(0, cut - at), at }, ",");
    text = text.slice(cut - at);
    at = cut;
  }
  yield* shortParts({ text, at }, endOf(sentence.text));
}

/** Divides what is long after a clause, or else between words, or else within a word. */
function* shortParts(part: TextSpan, end: ClauseEnd): Generator<SentencePart> {
  let { text, at } = part;
  while (text.length > MAX_PART_CHARACTERS) {
    const start = text.slice(0, MAX_PART_CHARACTERS);
    const cut = /^.*[,;:()–—]/su.exec(start) ?? /^.*\s/su.exec(start) ?? [start];
    yield { text: cut[0], at, end: "," };
    text = text.slice(cut[0].length);
    at += cut[0].length;
  }
  yield { text, at, end };
}

function clausesOf(sentence: TextSpan, sentenceEnd: ClauseEnd, reading: Reading): SpokenClause[] {
  const clauses = spansOf(sentence, /[^,;:()–—…]+/gu).filter(({ text }) => /\p{L}/u.test(text));
  return clauses.map((clause, at) => {
    const end = at === clauses.length - 1 ? sentenceEnd : ",";
    const isCall = at === 0 && (sentenceEnd === "!" || (sentenceEnd === "?" && end === ","));
    return { words: clauseWords(clause, at === 0, isCall, reading), end };
  });
}

/** `isCall`: a name that is the only word of the clause is called, as in "Ahmet, gel!". */
function clauseWords(
  clause: TextSpan,
  isFirst: boolean,
  isCall: boolean,
  reading: Reading,
): SpokenWord[] {
  const words = spansOf(clause, /[\p{L}']+/gu);
  return words.map(({ text, at }, index) => {
    const letters = lowerCase(text);
    const isCapital = /^\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);
    const wordPlace = {
      name: isCapital ? nameRoot(letters, isFirst && index === 0) : "",
      endsClause: index === words.length - 1,
      isCalled: isCall && words.length === 1 && isPerson(letters),
    };
    const place = { start: at, end: at + text.length };
    return { letters, ...place, ...audible(wordInIpa(letters, at, wordPlace, reading)) };
  });
}

/** Moves the stress of a syllable that soft g has joined to the next one, as in "ağabey", to that next syllable. */
function audible({ sounds, stressed }: IpaWord): IpaWord {
  const isHeard = sounds.some(({ syllable }) => syllable === stressed);
  return { sounds, stressed: stressed === undefined || isHeard ? stressed : stressed + 1 };
}

/** Lower case as Turkish has it, so that I becomes ı and İ becomes i; as many letters as before. */
function lowerCase(word: string): string {
  return word.toLocaleLowerCase("tr");
}

function endOf(sentence: string): ClauseEnd {
  const end = /[.?!…]*$/u.exec(sentence)?.[0] ?? "";
  return end.includes("?") ? "?" : end.includes("!") ? "!" : ".";
}

/** Returns the sounds of a lower-case word that begins at `at` of its text. */
function wordInIpa(
  word: string,
  at: number,
  place: WordPlace,
  { pronounced, soundsOf }: Reading,
): IpaWord {
  const places = pronounced.filter(({ start, end }) => start >= at && end <= at + word.length);
  if (places.length === 0)
    return { sounds: soundsOf(word), stressed: stressedSyllable(word, place) };
  const parts: IpaWord[] = [];
  let from = 0;
  for (const { start, end, ipa } of places) {
    parts.push(spelled(soundsOf(word.slice(from, start - at))), ...ipaWords(ipa));
    from = end - at;
  }
  return withStress(parts.concat(spelled(soundsOf(word.slice(from)))).reduce(joined));
}

function spelled(sounds: readonly WordSound[]): IpaWord {
  return { sounds, stressed: undefined };
}

/** Joins two parts of a word; the stress of the first part takes precedence. */
function joined(one: IpaWord, other: IpaWord): IpaWord {
  const before = syllables(one);
  const sounds = other.sounds.map(({ phoneme, syllable }) => ({
    phoneme,
    syllable: syllable === undefined ? undefined : syllable + before,
  }));
  const stressed = other.stressed === undefined ? undefined : other.stressed + before;
  return { sounds: [...one.sounds, ...sounds], stressed: one.stressed ?? stressed };
}

/** Stresses the last syllable, as in most words, where no stress is marked. */
function withStress(word: IpaWord): IpaWord {
  const count = syllables(word);
  return count === 0 ? word : { ...word, stressed: word.stressed ?? count - 1 };
}

function syllables({ sounds }: IpaWord): number {
  return 1 + Math.max(-1, ...sounds.map(({ syllable }) => syllable ?? -1));
}
