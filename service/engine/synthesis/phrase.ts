/** Converts speakable text to the input of the acoustic model, in training too: phonemes with stress, word edges and melody. */

import type { PronouncedWord } from "../model/model.ts";
import { WORD_PHONEMES, writtenSounds } from "./letters.ts";
import {
  CLAUSE_ENDS,
  spokenSentences,
  type SpokenClause,
  type SpokenWord,
} from "./spoken-sentences.ts";

/** The short break before a conjunction. */
const BREATH = "|";

/** Every symbol the acoustic model knows; a symbol's number is its place here plus one (0 is padding). */
export const SYMBOLS: readonly string[] = [...WORD_PHONEMES, BREATH, ...CLAUSE_ENDS];

const SYMBOL_NUMBER: ReadonlyMap<string, number> = new Map(
  SYMBOLS.map((symbol, at) => [symbol, at + 1]),
);
const CONJUNCTIONS = new Set(["ve", "veya", "yoksa"]);

/** A word of a text, and which symbols of its phrase are its own. */
interface PhraseWord {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Indexes of its first symbol, and of the first symbol after it. */
  readonly firstSymbol: number;
  readonly endSymbol: number;
}

/** One sentence as the acoustic model reads it; symbols, marks and progress are equally long. */
export interface Phrase {
  readonly words: readonly PhraseWord[];
  /** Numbers of `SYMBOLS`. */
  readonly symbols: readonly number[];
  /** Bit 0: stressed; bit 1: first of its word; bits 2 and 3: index of the clause's end in `CLAUSE_ENDS`. */
  readonly marks: readonly number[];
  /** Position of each symbol in its clause, 0 to 1. */
  readonly progress: readonly number[];
}

/**
 * Yields the sentences of a speakable text in composed form (NFC) one by one, so that a long text need not be read to its end
 * before its beginning is spoken. `pronounced` takes precedence over letters; at `cuts`, UTF-16 offsets, a phrase ends. Lengths that spelling does not show are left out,
 * because the models were trained on texts without them.
 */
export function* phrases(
  text: string,
  pronounced: readonly PronouncedWord[] = [],
  cuts: readonly number[] = [],
): Generator<Phrase> {
  for (const clauses of spokenSentences(text, { pronounced, cuts, soundsOf: writtenSounds })) {
    const parts = clauses.map(clausePhrase);
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
    yield {
      words,
      symbols: parts.flatMap((part) => part.symbols),
      marks: parts.flatMap((part) => part.marks),
      progress: parts.flatMap((part) => part.progress),
    };
  }
}

function clausePhrase({ words: spoken, end }: SpokenClause): Phrase {
  const melody = CLAUSE_ENDS.indexOf(end) << 2;
  const words: PhraseWord[] = [];
  const sounds: MarkedSound[] = [];
  for (const [place, word] of spoken.entries()) {
    const firstSymbol = sounds.length;
    sounds.push(...markedWord(word, place > 0));
    words.push({ start: word.start, end: word.end, firstSymbol, endSymbol: sounds.length });
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

function markedWord({ letters, sounds, stressed }: SpokenWord, isInside: boolean): MarkedSound[] {
  const marked = sounds.map(({ phoneme, syllable }, at) => ({
    symbol: phoneme,
    mark: (syllable !== undefined && syllable === stressed ? 1 : 0) | (at === 0 ? 2 : 0),
  }));
  return isInside && CONJUNCTIONS.has(letters) ? [{ symbol: BREATH, mark: 0 }, ...marked] : marked;
}
