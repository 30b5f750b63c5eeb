/**
 * Speakable text to what the acoustic model reads: sentences of phonemes with stress, word edges and melody.
 *
 * Training reads its sentences through this file too, so the model meets at run time just what it learned from.
 */

import { WORD_PHONEMES, wordSounds } from "./letters.ts";
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
const CONJUNCTIONS = new Set(["ve", "veya", "yoksa"]);

/** One sentence as the acoustic model reads it; the three arrays are equally long. */
export interface Phrase {
  /** Numbers of `SYMBOLS`. */
  readonly symbols: readonly number[];
  /** Bit 0: stressed; bit 1: first of its word; bits 2 and 3: place of the clause's end in `CLAUSE_ENDS`. */
  readonly marks: readonly number[];
  /** How far into its clause each symbol stands, 0 to 1. */
  readonly progress: readonly number[];
}

/** Returns the sentences of a speakable text in the order they are spoken; text without letters gives none. */
export function phrases(text: string): Phrase[] {
  return sentences(text)
    .map(phrase)
    .filter((one) => one.symbols.length > 0);
}

function sentences(text: string): string[] {
  return foldCase(text).match(/[^.?!…]+[.?!…]*/gu) ?? [];
}

/** Lower case as Turkish has it, so that I becomes ı and İ becomes i. */
function foldCase(text: string): string {
  return text.normalize("NFC").toLocaleLowerCase("tr").replaceAll("’", "'");
}

function phrase(sentence: string): Phrase {
  const clauses = sentence
    .split(/[,;:()–—…](?=.*\p{L})/u)
    .filter((clause) => /\p{L}/u.test(clause));
  const parts = clauses.map((clause, at) =>
    clausePhrase(clause, at === clauses.length - 1 ? sentenceEnd(sentence) : ","),
  );
  return {
    symbols: parts.flatMap((part) => part.symbols),
    marks: parts.flatMap((part) => part.marks),
    progress: parts.flatMap((part) => part.progress),
  };
}

function sentenceEnd(sentence: string): ClauseEnd {
  const end = /[.?!…]*$/u.exec(sentence)?.[0] ?? "";
  return end.includes("?") ? "?" : end.includes("!") ? "!" : ".";
}

function clausePhrase(clause: string, end: ClauseEnd): Phrase {
  const melody = CLAUSE_ENDS.indexOf(end) << 2;
  const words = clause.match(/[\p{L}']+/gu) ?? [];
  const sounds = [
    ...words.flatMap((word, at) => markedWord(word, at > 0)),
    { symbol: end, mark: 0 },
  ];
  return {
    symbols: sounds.map((sound) => SYMBOL_NUMBER.get(sound.symbol) ?? 0),
    marks: sounds.map((sound) => sound.mark | melody),
    progress: sounds.map((_, at) => (sounds.length < 2 ? 1 : at / (sounds.length - 1))),
  };
}

interface MarkedSound {
  readonly symbol: string;
  readonly mark: number;
}

function markedWord(word: string, isInside: boolean): MarkedSound[] {
  const stressed = stressedSyllable(word);
  const sounds = wordSounds(word).map(({ phoneme, syllable }, at) => ({
    symbol: phoneme,
    mark: (syllable !== undefined && syllable === stressed ? 1 : 0) | (at === 0 ? 2 : 0),
  }));
  return isInside && CONJUNCTIONS.has(word) ? [{ symbol: BREATH, mark: 0 }, ...sounds] : sounds;
}
