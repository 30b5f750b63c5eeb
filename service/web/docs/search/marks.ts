import type { Language } from "#web-kit/language/languages.ts";
import { termsOf, wordsAndPiecesOf } from "./terms.ts";

/** A piece of a text, and whether it matches the search. */
export interface MarkedPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

const MAX_EXCERPT_CHARACTERS = 180;
/** The most characters of an excerpt before its first match. */
const MAX_LEAD_CHARACTERS = 60;

/** Splits a text into pieces; words that have one of `terms` are marked. */
export function marked(
  text: string,
  terms: ReadonlySet<string>,
  language: Language,
): readonly MarkedPiece[] {
  const isSought = (word: string): boolean =>
    wordsAndPiecesOf(word).some((one) => termsOf(one, language).some((term) => terms.has(term)));
  return text
    .split(/([\p{L}\p{N}_]+(?:['’]\p{L}+)?)/u)
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 && isSought(piece) }))
    .reduce<MarkedPiece[]>((pieces, { text: piece, isMarked }) => {
      const last = pieces.at(-1);
      if (last === undefined || last.isMarked || isMarked)
        return [...pieces, { text: piece, isMarked }];
      return [...pieces.slice(0, -1), { text: last.text + piece, isMarked }];
    }, []);
}

/** Returns the part of a text around the first marked word, or the beginning of the text. */
export function excerpt(pieces: readonly MarkedPiece[]): readonly MarkedPiece[] {
  const first = pieces.findIndex(({ isMarked }) => isMarked);
  const before = pieces[first - 1]?.text ?? "";
  const from = first === -1 ? 0 : Math.max(0, first - 1);
  const cut =
    first > 1 || before.length > MAX_LEAD_CHARACTERS
      ? `… ${before.slice(-MAX_LEAD_CHARACTERS).replace(/^\S*\s/, "")}`
      : before;
  const shown = pieces.slice(from);
  let room = MAX_EXCERPT_CHARACTERS;
  return shown.flatMap((piece, index) => {
    const text = index === 0 && first > 0 ? cut : piece.text;
    if (room <= 0) return [];
    const fitting = text.length <= room ? text : `${text.slice(0, room).replace(/\s\S*$/, "")} …`;
    room -= text.length;
    return [{ ...piece, text: fitting }];
  });
}
