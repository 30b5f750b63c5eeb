/** Cuts speakable text into the pieces that Kokoro's graph speaks one at a time, each as numbers of its vocabulary. */

import type { PronouncedWord } from "../../model/model.ts";
import { KOKORO_IPA, wordInIpa } from "../spoken-ipa.ts";
import { spokenSentences, type ClauseEnd, type SpokenClause } from "../spoken-sentences.ts";
import symbols from "./symbols.json" with { type: "json" };

/** The symbols for Turkish in Kokoro-82M's vocabulary, with their numbers. */
const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(symbols));
const SPACE = " ";
/** End mark of a piece that is cut within a clause. */
const CUT: ClauseEnd = ",";

/**
 * Maximum tokens of the first piece of a text, by how much each next one may be longer, and of any piece: the first is heard
 * soon, and later ones have a better melody. The network takes 510, but needs most memory and time for the longest.
 */
const MAX_TOKENS = { first: 30, growth: 2, any: 100 } as const;
/** A piece is filled at least this far where it is cut after a clause. */
const MIN_FILLED = 1 / 3;

/** A word of a text, and which tokens of its piece are its own. */
export interface PieceWord {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Indexes of its first token, and of the first token after it. */
  readonly firstToken: number;
  readonly endToken: number;
}

/** The input of one run of the graph: a sentence, or a part of one. */
export interface TokenPiece {
  readonly tokens: readonly number[];
  readonly words: readonly PieceWord[];
  readonly endsSentence: boolean;
}

/** A word, or a part of one that is longer than a piece; `clauseEnd` is the sign behind it. */
interface Unit {
  readonly tokens: readonly number[];
  /** UTF-16 offsets of the word; undefined for the later parts of one. */
  readonly place: { readonly start: number; readonly end: number } | undefined;
  readonly clauseEnd: ClauseEnd | undefined;
}

interface PieceOptions {
  /** Takes precedence over letters. */
  readonly pronounced?: readonly PronouncedWord[] | undefined;
  /** UTF-16 offsets, in order, at which a piece ends. */
  readonly cuts?: readonly number[];
  /** Speed of the slowest piece. Below 1, the maximum number of tokens shrinks by that factor, so that no piece takes longer. */
  readonly speed?: number;
}

/** Yields the pieces of a speakable text in composed form (NFC) one by one. */
export function* tokenPieces(
  text: string,
  { pronounced = [], cuts = [], speed = 1 }: PieceOptions = {},
): Generator<TokenPiece, undefined> {
  const longest = MAX_TOKENS.any * Math.min(1, speed);
  let max: number = MAX_TOKENS.first;
  for (const clauses of spokenSentences(text, { pronounced, cuts })) {
    let units = unitsOf(audibleClauses(clauses));
    const isWhole = clauses.at(-1)?.end !== CUT;
    while (units.length > 0) {
      const end = endOfPiece(units, Math.min(max, longest));
      yield pieceOf(units.slice(0, end), isWhole && end === units.length);
      units = units.slice(end);
      max *= MAX_TOKENS.growth;
    }
  }
}

/** Leaves out words without a sound, such as those in other scripts; the sentence ends as it did. */
function audibleClauses(clauses: readonly SpokenClause[]): readonly SpokenClause[] {
  const audible = clauses
    .map(({ words, end }) => ({ words: words.filter(({ sounds }) => sounds.length > 0), end }))
    .filter(({ words }) => words.length > 0);
  const sentenceEnd = clauses.at(-1)?.end;
  return audible.map(({ words, end }, at) => ({
    words,
    end: at === audible.length - 1 ? (sentenceEnd ?? end) : end,
  }));
}

function unitsOf(clauses: readonly SpokenClause[]): Unit[] {
  return clauses.flatMap(({ words, end }) =>
    words.flatMap((word, at) => {
      const isLast = at === words.length - 1;
      const parts = parted(Array.from(wordInIpa(word, KOKORO_IPA), numberOf));
      return parts.map((tokens, part) => ({
        tokens,
        place: part === 0 ? { start: word.start, end: word.end } : undefined,
        clauseEnd: isLast && part === parts.length - 1 ? end : undefined,
      }));
    }),
  );
}

function numberOf(symbol: string): number {
  const number = NUMBERS.get(symbol);
  if (number === undefined) throw new RangeError(`Kokoro has no symbol "${symbol}"`);
  return number;
}

/** Cuts the tokens of a word that is too long for the shortest piece. */
function parted(tokens: readonly number[]): (readonly number[])[] {
  const size = MAX_TOKENS.first - 1;
  return Array.from({ length: Math.ceil(tokens.length / size) }, (_, at) =>
    tokens.slice(at * size, (at + 1) * size),
  );
}

/** Returns how many of the units make the next piece: all that fit, cut after a clause, or else into equal parts. */
function endOfPiece(units: readonly Unit[], max: number): number {
  let total = 0;
  /** Tokens up to the end of each unit. */
  const lengths = units.map(({ tokens, clauseEnd }) => {
    total += tokens.length + 1 + (clauseEnd === undefined ? 0 : 1);
    return total;
  });
  if (total <= max) return units.length;
  const afterClause = units.findLastIndex(
    ({ clauseEnd }, at) =>
      clauseEnd !== undefined && lengths[at]! <= max && lengths[at]! >= max * MIN_FILLED,
  );
  if (afterClause >= 0) return afterClause + 1;
  const equalPart = total / Math.ceil(total / max);
  const betweenWords = lengths.findLastIndex((length) => length <= equalPart);
  return Math.max(0, betweenWords) + 1;
}

function pieceOf(units: readonly Unit[], endsSentence: boolean): TokenPiece {
  const tokens: number[] = [];
  const words: PieceWord[] = [];
  for (const [at, unit] of units.entries()) {
    const isLast = at === units.length - 1;
    const firstToken = tokens.length;
    tokens.push(...unit.tokens);
    if (unit.place !== undefined) {
      words.push({ ...unit.place, firstToken, endToken: tokens.length });
    }
    const sign = unit.clauseEnd ?? (isLast ? CUT : undefined);
    if (sign !== undefined) tokens.push(numberOf(sign));
    // The later parts of a word follow it without a space.
    if (!isLast && units[at + 1]!.place !== undefined) tokens.push(numberOf(SPACE));
  }
  return { tokens, words, endsSentence };
}
